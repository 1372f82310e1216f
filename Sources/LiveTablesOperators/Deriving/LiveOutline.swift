public import LiveTables

/// A source that contains the visible rows of a ``LiveTree``. An outline has its own set of expanded nodes.
///
/// ```swift
/// let outline = LiveTree(tree).outline()
/// view.bind(outline)
/// try await outline.edit { $0.expand(1) }
/// try await outline.tree.edit { $0.append(File(id: 7), to: 1) }    // every outline shows it that has 1 expanded
/// ```
///
/// Any number of outlines can show the same tree. An outline is a `TableSource` of `OutlineRow` values, to which any
/// number of views, readers and operators can subscribe. A filter can keep a node's row even if it removes the parent's
/// row. An outline retains its tree, shares the tree's executor, and ends when the tree ends.
public actor LiveOutline<Value: Diffable & Sendable>: EditableSource {
  /// A closure that updates an outline to a new tree, specialized in the module that creates the outline (see
  /// ``Differencer``).
  @usableFromInline typealias Follow = @Sendable (inout Outline<Value>, Tree<Value>) -> Void

  /// The outline's tree, which you can edit.
  public nonisolated let tree: LiveTree<Value>

  private nonisolated let differencer: Differencer<OneSection, OutlineRow<Value>>
  private nonisolated let follow: Follow
  private var newest = Outline<Value>()
  /// The number of the stored tree that the outline shows, or -1 before the tree is first read.
  private var seenVersion = -1
  private var shown: SourceState<OneSection, OutlineRow<Value>>
  private var subscribers = SubscriberList()
  private nonisolated let inbox = EditInbox<OneSection, OutlineRow<Value>>()
  /// The nodes to expand initially, or `nil` once they have been expanded.
  private var expandedAtFirst: [Value.Identity]?

  /// The tree's executor.
  ///
  /// The outline and the tree are edited together without a suspension.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { tree.unownedExecutor }

  @usableFromInline init(
    of tree: LiveTree<Value>, expanded: [Value.Identity], _ differencer: Differencer<OneSection, OutlineRow<Value>>,
    _ follow: @escaping Follow
  ) {
    self.tree = tree
    self.differencer = differencer
    self.follow = follow
    shown = SourceState(differencer.capture(newest.table), revision: seenVersion)
    expandedAtFirst = expanded
  }

  /// The current outline, including its rows, tree and expanded nodes.
  public var outline: Outline<Value> {
    catchUp(with: tree.assumeIsolated { $0.state })
    return newest
  }

  /// The newest state of the outline.
  public var state: SourceState<OneSection, OutlineRow<Value>> {
    applyEdits()
    return ReadMoment.state(of: self) {
      catchUp(with: tree.assumeIsolated { $0.state })
      return shown
    }
  }

  /// Adds a reader that is notified after every change.
  public func subscribe(_ signal: Signal) async {
    subscribers.add(signal)
    await tree.subscribe(signal)
  }

  /// Edits the expanded nodes and the tree as a single change.
  ///
  /// - Parameter body: A closure that is called synchronously with the outline. If it throws an error, nothing changes.
  ///   All outlines of the tree show the edits to the tree.
  /// - Returns: The smallest change to the table that is equivalent to all edits. The change is empty if the visible
  ///   rows do not change.
  /// - Throws: `TableError` if the tree has ended, or any error thrown by `body`.
  /// - Complexity: The cost of `body`, plus a copy of the expanded nodes if `body` can throw an error or changes the
  ///   tree.
  @discardableResult public func edit<Failure: Error>(
    _ body: sending (inout Outline<Value>) throws(Failure) -> Void
  ) throws -> TableChange<OneSection, OutlineRow<Value>> {
    catchUp(with: tree.assumeIsolated { $0.newest })
    if shown.isFinished { throw TableError.ended(.finished) }
    let before = shown
    // If no copy is needed, nodes are expanded and collapsed in place.
    let old = Failure.self == Never.self ? nil : newest
    do {
      try body(&newest)
    } catch {
      if let old { newest = old }
      throw error
    }
    let edited = newest.tree
    seenVersion = try tree.assumeIsolated {
      try $0.edit { $0 = edited }
      return $0.newest.stored
    }
    show()
    if shown.version > before.version { subscribers.notify() }
    return TableChange(
      changeset: shown.changeset(since: before, with: differencer), revision: shown.revision,
      spanned: shown.revision - before.revision)
  }

  private func catchUp(with news: TreeState<Value>) {
    if news.stored < seenVersion {
      ReadMoment.current?.markStale()
    } else if news.stored > seenVersion {
      if let expanded = expandedAtFirst {
        newest = Outline(news.tree, expanded: expanded)
        expandedAtFirst = nil
      } else {
        follow(&newest, news.tree)
      }
      seenVersion = news.stored
      show()
    }
    if news.isFinished { shown.finish() }
  }

  // MARK: - Users' edits

  /// Accepts a user's edit.
  ///
  /// The edit deletes a node with its descendants, or inserts, moves or replaces a node.
  ///
  /// An inserted or moved node becomes the next sibling of the node above it on screen. If that node has visible
  /// children, the inserted or moved node becomes its first child.
  public nonisolated func accept(_ request: UserRequest<OneSection, OutlineRow<Value>>) -> Acceptance {
    defer { Task { await applyEdits() } }
    var acceptance = inbox.accept(request)
    acceptance.isUndoable = request.kind == .update  // an inserted node has no children
    return acceptance
  }

  private func applyEdits() {
    let hasEdits = inbox.drain { request, mark in
      defer {
        catchUp(with: tree.assumeIsolated { $0.newest })
        shown.include(mark)
      }
      try tree.assumeIsolated { tree in _ = try tree.edit { try $0.apply(request) } }
    }
    if hasEdits { subscribers.notify() }
  }

  private func show() { shown.derive(differencer.capture(newest.table), hasOtherRows: true, with: differencer) }
}

extension LiveOutline: PromptSource {}

extension Tree where Value: Sendable {
  /// Applies to the tree an edit that a user has made in an outline.
  ///
  /// - Throws: `RowConflict` if the updated node is missing, or if other code has changed it and the changes cannot be
  ///   merged.
  fileprivate mutating func apply(_ request: UserRequest<OneSection, OutlineRow<Value>>) throws {
    let id = request.row.identity
    switch request.kind {
    case .delete: _ = remove(id)
    case .update:
      guard let seen = request.seen, let current = self[seen.identity] else {
        throw RowConflict(edited: request.row, current: nil)
      }
      var (row, now) = (request.row, seen)
      now.value = current
      if !current.hasSameContent(as: seen.value) {
        guard let merge = request.merge else { throw RowConflict(edited: row, current: now) }
        row = merge(seen, row, now)
      }
      _ = update(seen.identity) { $0 = row.value }
    case .insert, .move:
      if request.kind == .insert { _ = append(request.row.value) }
      let isChild = (request.below?.depth ?? 0) > (request.above?.depth ?? 0)
      if let above = request.above, !isChild, move(id, after: above.identity) { return }
      if let below = request.below { move(id, before: below.identity) }
    }
  }
}

extension LiveTree {
  /// Creates an outline of the tree with its own set of expanded nodes.
  ///
  /// - Parameter expanded: The nodes that are expanded initially. Nodes that are not in the tree are ignored.
  @inlinable public nonisolated func outline(expanded: [Value.Identity] = []) -> LiveOutline<Value> {
    LiveOutline(of: self, expanded: expanded, Differencer()) { $0.follow($1) }
  }
}
