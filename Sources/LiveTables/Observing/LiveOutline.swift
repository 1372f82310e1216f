/// A tree that is changed in place, with the outline of it that views show.
///
/// ```swift
/// let files = LiveOutline(tree)
/// view.bind(files)
/// try await files.expand(1)
/// try await files.editTree { $0.remove(7) }
/// ```
///
/// It is an ``TableSource`` of `OutlineRow`s: it feeds any number of views and readers, and operators derive from it
/// (a filter keeps rows, whatever becomes of those above them). Edits from any number of tasks are applied one after
/// another, each closure as a whole; none is lost.
public actor LiveOutline<Value: Diffable & Sendable>: TableSource {
  /// There is one section.
  public typealias Section = OneSection
  /// A row is a node, and how it is shown.
  public typealias Row = OutlineRow<Value>
  /// What is answered: how the table changed, and which state it is in.
  public typealias Change = TableChange<OneSection, OutlineRow<Value>>

  /// What diagnostics call the outline.
  public nonisolated let name: String?

  /// The outline as it is now.
  public private(set) var outline: Outline<Value>

  nonisolated let differencer: Differencer<OneSection, OutlineRow<Value>>
  private nonisolated let lane: any Actor
  private var reading: TableReading<OneSection, OutlineRow<Value>>
  private var bells = Doorbells()

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Creates a live outline.
  ///
  /// - Parameters:
  ///   - outline: What it begins with.
  ///   - name: What diagnostics call it.
  @inlinable public init(_ outline: Outline<Value>, name: String? = nil) {
    self.init(outline, name: name, differencer: Differencer())
  }

  /// Creates a live outline of which the roots are shown.
  @inlinable public init(_ tree: Tree<Value> = Tree(), name: String? = nil) {
    self.init(Outline(tree), name: name, differencer: Differencer())
  }

  @usableFromInline init(
    _ outline: Outline<Value>, name: String?, differencer: Differencer<OneSection, OutlineRow<Value>>
  ) {
    self.name = name
    self.outline = outline
    self.differencer = differencer
    lane = StoreLane.current ?? StoreLane.Own()
    reading = TableReading(differencer.capture(outline.table), revision: 0)
  }

  /// The tree as it is now.
  public var tree: Tree<Value> { outline.tree }

  /// The rows that are shown now.
  public var table: TableSnapshot<OneSection, OutlineRow<Value>> { outline.table }

  /// Counts the changes of the table.
  ///
  /// A change of what is hidden is none.
  public var revision: Int { reading.revision }

  /// Where readers read.
  public nonisolated var feed: TableFeed<OneSection, OutlineRow<Value>> {
    TableFeed(
      differencer: differencer, read: { await self.reading }, listen: { await self.listen($0) })
  }

  private func listen(_ ring: Ring) { bells.add(ring) }

  // MARK: - Changes

  /// Changes the tree, and which nodes are expanded, all at once.
  ///
  /// Costs a copy of what is expanded, which the other changes do not.
  ///
  /// - Parameter body: Runs on the outline, at once. If it throws, nothing changes.
  /// - Returns: The smallest change of the table that comes to the same as all; empty where what is shown stays as it is.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(_ body: sending (inout Outline<Value>) throws -> Void) throws -> Change {
    if reading.isFinished { throw TableEndedError(reason: .finished) }
    var changed = outline
    try body(&changed)
    return try perform {
      $0 = changed
      return nil
    }
  }

  /// Changes the tree.
  ///
  /// - Parameter body: Runs on the tree, at once. If it throws, nothing changes.
  /// - Returns: How the table changed.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult @inlinable public func editTree(
    _ body: sending (inout Tree<Value>) throws -> Void
  ) throws -> Change {
    try perform { try $0.edit(body) }
  }

  /// Puts another tree in the place of this one, with what is expanded as it was.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func set(_ tree: Tree<Value>) throws -> Change {
    try perform { $0.update(to: tree) }
  }

  /// Shows what is under a node, as far as it is expanded itself.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func expand(_ id: Value.Identity) throws -> Change {
    try perform { $0.expand(id) }
  }

  /// Hides what is under a node.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func collapse(_ id: Value.Identity) throws -> Change {
    try perform { $0.collapse(id) }
  }

  /// Expands a node that is collapsed, and collapses one that is expanded.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func toggle(_ id: Value.Identity) throws -> Change {
    try perform { $0.toggle(id) }
  }

  /// Expands all nodes above a node, so that it has a row.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func reveal(_ id: Value.Identity) throws -> Change {
    try perform { $0.reveal(id) }
  }

  /// Expands all nodes that have children.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func expandAll() throws -> Change { try perform { $0.expandAll() } }

  /// Collapses all nodes, so that roots alone are shown.
  ///
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult @inlinable public func collapseAll() throws -> Change { try perform { $0.collapseAll() } }

  /// - Parameter body: Answers how the table changed, `nil` if that is to be found out; changes nothing if it throws.
  @usableFromInline func perform(
    _ body: (inout Outline<Value>) throws -> Outline<Value>.Change?
  ) throws -> Change {
    if reading.isFinished { throw TableEndedError(reason: .finished) }
    let told = try body(&outline)
    let content = differencer.capture(outline.table)
    let changeset = told ?? differencer.wholeDifference(from: reading.content, to: content)
    if !changeset.isEmpty {
      reading.advance(to: content, by: changeset, refreshed: [])
      bells.ring()
    }
    return TableChange(changeset: changeset, revision: reading.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  /// Ends the outline: it takes no more changes.
  ///
  /// Readers, and readers of what is derived from it, get the last state, and then the end.
  public func finish() {
    reading.isFinished = true
    bells.ring()
  }
}
