public import LiveTables

/// The state of a ``LiveTree``, from which readers determine what has changed since they last read it.
struct TreeState<Value: Diffable & Sendable>: ReadableState {
  fileprivate(set) var tree: Tree<Value>
  fileprivate(set) var version = 0
  /// The number of stored trees, including trees that compare equal but have different values.
  fileprivate(set) var stored = 0
  /// The changeset of the last edit, or `nil` if there was none or the edit changed nothing.
  fileprivate(set) var changeset: TreeChangeset<Value>?
  fileprivate(set) var isFinished = false
}

/// A tree that you can edit, and that any number of readers, outlines and tables can observe.
///
/// ```swift
/// let files = LiveTree(tree)
/// view.bind(files.outline())            // every outline has its own nodes expanded
/// for await change in files.changes { print(change.changeset) }
/// try await files.edit { $0.remove(7) }
/// ```
///
/// Edits from concurrent tasks are applied one after another. Each editing closure is atomic.
public actor LiveTree<Value: Diffable & Sendable> {
  /// A closure that diffs two trees, specialized in the module that creates the tree (see ``Differencer``).
  @usableFromInline typealias Difference = @Sendable (_ old: Tree<Value>, _ new: Tree<Value>) -> TreeChangeset<Value>

  private nonisolated let difference: Difference
  private(set) var newest: TreeState<Value>
  private(set) var subscribers = SubscriberList()

  /// Creates a live tree.
  ///
  /// - Parameter tree: The initial tree.
  @inlinable public init(_ tree: Tree<Value> = Tree()) { self.init(tree) { $1.difference(from: $0) } }

  @usableFromInline init(_ tree: Tree<Value>, difference: @escaping Difference) {
    self.difference = difference
    newest = TreeState(tree: tree)
  }

  var state: TreeState<Value> { ReadMoment.state(of: self) { newest } }

  /// The current tree.
  public var tree: Tree<Value> { state.tree }

  package var revision: Int { newest.version }

  /// The stream of changes, which any number of readers can iterate.
  public nonisolated var changes: Updates<TreeChange<Value>, Never> {
    let difference = difference
    return Updates {
      CatchUpReader(subscribe: { await self.subscribe($0) }, read: { await self.state }) {
        TreeChange(from: $0, to: $1, difference)
      }
    }
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Edits or replaces the tree, in a single change.
  ///
  /// - Parameter body: A closure that is called synchronously with the tree, which it edits or replaces. If it throws
  ///   an error, nothing changes.
  /// - Returns: The smallest change that is equivalent to all edits. An empty change does not increase the revision.
  /// - Throws: `TableError` after ``finish()``, or any error thrown by `body`.
  @discardableResult public func edit(
    _ body: sending (inout Tree<Value>) throws -> Void
  ) throws -> TreeChange<Value> {
    if newest.isFinished { throw TableError.ended(.finished) }
    var tree = newest.tree
    try body(&tree)
    let changeset = difference(newest.tree, tree)
    if !tree.isIdentical(to: newest.tree) { newest.stored += 1 }
    newest.tree = tree
    if !changeset.isEmpty { newest.version += 1 }
    newest.changeset = changeset.isEmpty ? nil : changeset
    subscribers.notify()
    return TreeChange(changeset: changeset, revision: newest.version, spanned: changeset.isEmpty ? 0 : 1)
  }

  /// Finishes the tree.
  ///
  /// A finished tree accepts no further edits.
  ///
  /// Readers of the tree, its outlines and its derived tables receive the last state, and then end.
  public func finish() {
    newest.isFinished = true
    subscribers.notify()
  }
}

/// A change to a live tree.
public struct TreeChange<Value: Diffable & Sendable>: Sendable {
  /// The changeset from the reader's previous tree to the newest one.
  ///
  /// A reader's first changeset is a reload from an empty tree.
  public let changeset: TreeChangeset<Value>

  /// The number of changes to the tree so far.
  public let revision: Int

  /// The number of changes that this change combines.
  ///
  /// The number is greater than 1 if the tree changes faster than the reader reads.
  public let spanned: Int
}

extension TreeChange {
  /// Creates the change from a reader's last tree, or returns `nil` if the newest tree is equal to it.
  fileprivate init?(
    from seen: TreeState<Value>?, to now: TreeState<Value>, _ difference: LiveTree<Value>.Difference
  ) {
    guard let seen else {
      let all = TreeChangeset(reloading: now.tree, from: Tree(), because: .firstTable)
      self.init(changeset: all, revision: now.version, spanned: 1)
      return
    }
    let isNext = now.version == seen.version + 1
    let changeset = (isNext ? now.changeset : nil) ?? difference(seen.tree, now.tree)
    if changeset.isEmpty { return nil }
    self.init(changeset: changeset, revision: now.version, spanned: now.version - seen.version)
  }
}

extension TreeChange: CustomStringConvertible {
  /// A textual representation that contains the revision and the changeset.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}
