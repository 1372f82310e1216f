public import LiveTables

/// What a view shows of a ``LiveTree``: its rows follow the tree, and which nodes are expanded is its own.
///
/// ```swift
/// let outline = LiveOutline(tree)
/// view.bind(outline)
/// try await outline.edit { $0.expand(1) }
/// try await outline.tree.edit { $0.append(File(id: 7), to: 1) }    // every outline shows it that has 1 expanded
/// ```
///
/// Any number of outlines follow one tree (``LiveTree/outline(expanded:)``). An outline is a `TableSource` of
/// `OutlineRow`s: any number of views and readers follow it, and operators derive from it (a filter keeps rows, whatever
/// becomes of those above them). It keeps the tree, runs on its executor, and ends with it.
public actor LiveOutline<Value: Diffable & Sendable>: TableSource {
  /// Follows another tree, specialised where the outline was made; see ``Differencer``.
  @usableFromInline typealias Follow = @Sendable (inout Outline<Value>, Tree<Value>) -> Void

  /// The tree, for editing it.
  public nonisolated let tree: LiveTree<Value>

  private nonisolated let differencer: Differencer<OneSection, OutlineRow<Value>>
  private nonisolated let follow: Follow
  private var newest: Outline<Value>
  /// Which of the trees that were stored the outline shows.
  private var seen: Int
  private var shown: SourceState<OneSection, OutlineRow<Value>>
  private var subscribers = SubscriberList()
  /// Which nodes are expanded at first; `nil` once they are.
  private var expandedAtFirst: [Value.Identity]?

  /// The tree's executor: so an edit of the outline and the tree is one turn of both.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { tree.unownedExecutor }

  /// Creates an outline of a tree of its own, of which the roots are shown.
  ///
  /// - Parameter tree: The first tree.
  @inlinable public init(_ tree: Tree<Value> = Tree()) {
    self.init(Outline(tree), of: LiveTree(tree), Differencer()) { $0.follow($1) }
  }

  /// - Parameters:
  ///   - outline: The outline of a new tree; an empty one for a tree that has been there before.
  ///   - expanded: The nodes of such a tree that are expanded at first.
  @usableFromInline init(
    _ outline: Outline<Value>, of tree: LiveTree<Value>, expanded: [Value.Identity]? = nil,
    _ differencer: Differencer<OneSection, OutlineRow<Value>>, _ follow: @escaping Follow
  ) {
    self.tree = tree
    self.differencer = differencer
    self.follow = follow
    newest = outline
    seen = expanded == nil ? 0 : -1
    shown = SourceState(differencer.capture(newest.table), revision: seen)
    expandedAtFirst = expanded
  }

  /// The outline as it is now: its rows, its tree, and which nodes are expanded.
  public var outline: Outline<Value> {
    catchUp(with: tree.assumeIsolated { $0.state })
    return newest
  }

  /// The newest state.
  public var state: SourceState<OneSection, OutlineRow<Value>> {
    ReadMoment.state(of: self) {
      catchUp(with: tree.assumeIsolated { $0.state })
      return shown
    }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) async {
    subscribers.add(signal)
    await tree.subscribe(signal)
  }

  /// Changes which nodes are expanded, and the tree, all at once.
  ///
  /// - Parameter body: Runs on the outline, at once. If it throws, nothing changes. What it does to the tree, all outlines
  ///   of the tree show.
  /// - Returns: The smallest change of the table that comes to the same as all; empty where what is shown stays as it is.
  /// - Throws: `TableError` when the tree has ended, and what `body` throws.
  /// - Complexity: What `body` costs; if it can throw, or changes the tree, a copy of what is expanded besides.
  @discardableResult public func edit<Failure: Error>(
    _ body: sending (inout Outline<Value>) throws(Failure) -> Void
  ) throws -> TableChange<OneSection, OutlineRow<Value>> {
    catchUp(with: tree.assumeIsolated { $0.newest })
    if shown.isFinished { throw TableError.ended(.finished) }
    let before = shown
    // Without this copy, nodes are expanded and collapsed in place.
    let old = Failure.self == Never.self ? nil : newest
    do {
      try body(&newest)
    } catch {
      if let old { newest = old }
      throw error
    }
    let edited = newest.tree
    seen = try tree.assumeIsolated {
      try $0.set(edited)
      return $0.newest.stored
    }
    show()
    if shown.version > before.version { subscribers.notify() }
    return TableChange(
      changeset: shown.changeset(since: before, with: differencer), revision: shown.revision,
      spanned: shown.revision - before.revision)
  }

  /// Follows the tree, in the same turn of the executor that both share.
  private func catchUp(with news: TreeState<Value>) {
    if news.stored < seen {
      ReadMoment.current?.markStale()
    } else if news.stored > seen {
      if let expanded = expandedAtFirst {
        newest = Outline(news.tree, expanded: expanded)
        expandedAtFirst = nil
      } else {
        follow(&newest, news.tree)
      }
      seen = news.stored
      show()
    }
    if news.isFinished { shown.finish() }
  }

  private func show() { shown.derive(differencer.capture(newest.table), hasOtherRows: true, with: differencer) }
}

extension LiveOutline: PromptSource {}

extension LiveTree {
  /// Creates an outline of the tree, with its own nodes expanded.
  ///
  /// - Parameter expanded: Which nodes are expanded at first; those that are not in the tree are ignored.
  @inlinable public nonisolated func outline(expanded: [Value.Identity] = []) -> LiveOutline<Value> {
    LiveOutline(Outline(), of: self, expanded: expanded, Differencer()) { $0.follow($1) }
  }
}
