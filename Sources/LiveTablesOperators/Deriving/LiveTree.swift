public import LiveTables

/// The state of a live tree.
struct TreeState<Value: Diffable & Sendable>: ReadableState {
  fileprivate(set) var tree: Tree<Value>
  /// Counts the changes of the tree.
  fileprivate(set) var version = 0
  /// Counts the changes, and also the trees that look the same but hold other values.
  fileprivate(set) var stored = 0
  /// Leads here from the state before.
  fileprivate(set) var changeset: TreeChangeset<Value>?
  fileprivate(set) var isFinished = false
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
  /// Computes the diff of two trees, specialised where the tree was made; see ``Differencer``.
  @usableFromInline typealias Difference = @Sendable (_ old: Tree<Value>, _ new: Tree<Value>) -> TreeChangeset<Value>

  private nonisolated let difference: Difference
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  private(set) var newest: TreeState<Value>
  private(set) var subscribers = SubscriberList()

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a live tree.
  ///
  /// - Parameter tree: The first tree.
  @inlinable public init(_ tree: Tree<Value> = Tree()) { self.init(tree) { $1.difference(from: $0) } }

  @usableFromInline init(_ tree: Tree<Value>, difference: @escaping Difference) {
    self.difference = difference
    newest = TreeState(tree: tree)
  }

  var state: TreeState<Value> { ReadMoment.state(of: self) { newest } }

  /// The tree as it is now.
  public var tree: Tree<Value> { state.tree }

  /// Counts the changes.
  package var revision: Int { newest.version }

  /// What changes, for any number of readers.
  public nonisolated var changes: Updates<TreeChange<Value>, Never> {
    let difference = difference
    return Updates {
      CatchUpReader(subscribe: { await self.subscribe($0) }, read: { await self.state }) {
        TreeChange(from: $0, to: $1, difference)
      }
    }
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Changes the tree by some edits, all at once.
  ///
  /// - Parameter body: Runs on the tree, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits; empty where they come to nothing, which
  ///   counts as no change.
  /// - Throws: `TableError` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout Tree<Value>) throws -> Void
  ) throws -> TreeChange<Value> {
    if newest.isFinished { throw TableError.ended(.finished) }
    var tree = newest.tree
    try body(&tree)
    return advance(to: tree)
  }

  /// Replaces the tree.
  ///
  /// - Parameter tree: The new tree.
  /// - Returns: The diff of the two.
  /// - Throws: `TableError` after ``finish()``.
  @discardableResult public func set(_ tree: Tree<Value>) throws -> TreeChange<Value> {
    if newest.isFinished { throw TableError.ended(.finished) }
    return advance(to: tree)
  }

  private func advance(to tree: Tree<Value>) -> TreeChange<Value> {
    let changeset = difference(newest.tree, tree)
    if !tree.isIdentical(to: newest.tree) { newest.stored += 1 }
    newest.tree = tree
    if !changeset.isEmpty { newest.version += 1 }
    newest.changeset = changeset.isEmpty ? nil : changeset
    subscribers.notify()
    return TreeChange(changeset: changeset, revision: newest.version, spanned: changeset.isEmpty ? 0 : 1)
  }

  /// Ends the tree: it takes no more edits.
  ///
  /// Its readers, and those of outlines and tables that follow it, get the last state, and then the end.
  public func finish() {
    newest.isFinished = true
    subscribers.notify()
  }
}

/// A step of a live tree.
public struct TreeChange<Value: Diffable & Sendable>: Sendable {
  /// From what the reader saw last to the newest tree, in subtrees.
  ///
  /// A reader's first changeset is a reload that begins with an empty tree.
  public let changeset: TreeChangeset<Value>

  /// Counts the changes of the tree.
  public let revision: Int

  /// How many changes this step spans: 1, unless the reader was late.
  public let spanned: Int

  /// The newest tree.
  public var tree: Tree<Value> { changeset.target }
}

extension TreeChange {
  /// - Returns: `nil` if several changes have led back to where the reader is.
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
  /// The revision, and the changeset in words.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}
