/// What somebody finds who looks at a live tree.
struct TreeReading<Value: Diffable & Sendable>: NewsState {
  fileprivate(set) var tree: Tree<Value>
  /// Counts the states of the tree.
  fileprivate(set) var revision = 0
  /// Leads here from the state before.
  fileprivate(set) var changeset: TreeChangeset<Value>?
  fileprivate(set) var isFinished = false

  /// The changeset for somebody who has seen an earlier state.
  func changeset(after seen: TreeReading, with differencer: TreeDifferencer<Value>) -> TreeChangeset<Value> {
    if let changeset, revision == seen.revision + 1 { return changeset }
    return differencer.difference(seen.tree, tree)
  }
}

/// The difference of trees, specialised where the tree was made; see ``Differencer``.
@usableFromInline struct TreeDifferencer<Value: Diffable & Sendable>: Sendable {
  let difference: @Sendable (_ old: Tree<Value>, _ new: Tree<Value>) -> TreeChangeset<Value>

  @inlinable init() { self.init { $1.difference(from: $0) } }

  @usableFromInline init(
    _ difference: @escaping @Sendable (_ old: Tree<Value>, _ new: Tree<Value>) -> TreeChangeset<Value>
  ) {
    self.difference = difference
  }
}

/// A tree that is changed in place, and that any number of readers, outlines and tables follow.
///
/// ```swift
/// let files = LiveTree(tree)
/// view.bind(files.outline())            // every outline has its own nodes expanded
/// for await change in files.changes { print(change.changeset) }
/// try await files.edit { $0.remove(7) }
/// ```
///
/// Edits from any number of tasks are applied one after another, each closure as a whole; none is lost.
public actor LiveTree<Value: Diffable & Sendable> {
  /// What diagnostics call the tree.
  public nonisolated let name: String?

  nonisolated let differencer: TreeDifferencer<Value>
  private nonisolated let lane: any Actor
  private var reading: TreeReading<Value>
  private var bells = Doorbells()

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Creates a live tree.
  ///
  /// - Parameters:
  ///   - tree: What it begins with.
  ///   - name: What diagnostics call it.
  @inlinable public init(_ tree: Tree<Value> = Tree(), name: String? = nil) {
    self.init(tree, name: name, differencer: TreeDifferencer())
  }

  @usableFromInline init(_ tree: Tree<Value>, name: String?, differencer: TreeDifferencer<Value>) {
    self.name = name
    self.differencer = differencer
    lane = StoreLane.current ?? StoreLane.Own()
    reading = TreeReading(tree: tree)
  }

  /// The tree as it is now.
  public var tree: Tree<Value> { reading.tree }

  /// Counts the changes.
  public var revision: Int { reading.revision }

  func read() -> TreeReading<Value> { reading }

  func listen(_ ring: Ring) { bells.add(ring) }

  /// Changes the tree by some edits, all at once.
  ///
  /// - Parameter body: Runs on the tree, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits; empty where they come to nothing, which
  ///   counts as no change.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout Tree<Value>) throws -> Void
  ) throws -> TreeChange<Value> {
    if reading.isFinished { throw TableEndedError(reason: .finished) }
    var tree = reading.tree
    try body(&tree)
    return advance(to: tree)
  }

  /// Puts another tree in the place of this one.
  ///
  /// - Returns: The difference of the two.
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult public func set(_ tree: Tree<Value>) throws -> TreeChange<Value> {
    if reading.isFinished { throw TableEndedError(reason: .finished) }
    return advance(to: tree)
  }

  private func advance(to tree: Tree<Value>) -> TreeChange<Value> {
    let changeset = differencer.difference(reading.tree, tree)
    reading.tree = tree
    if !changeset.isEmpty {
      reading.changeset = changeset
      reading.revision += 1
      bells.ring()
    } else {
      reading.changeset = nil
    }
    return TreeChange(changeset: changeset, revision: reading.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  /// Ends the tree: it takes no more edits.
  ///
  /// Readers, and readers of what follows it, get the last state, and then the end.
  public func finish() {
    reading.isFinished = true
    bells.ring()
  }
}
