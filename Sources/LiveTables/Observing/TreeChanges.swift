/// A step of a live tree.
public struct TreeChange<Value: Diffable & Sendable>: Sendable {
  /// From what the reader saw last to the newest state, in subtrees.
  ///
  /// A reader's first changeset is a reload that begins with an empty tree.
  public let changeset: TreeChangeset<Value>

  /// Counts the states of the tree.
  public let revision: Int

  /// How many states this step spans: 1, unless the reader was late.
  public let spanned: Int

  /// The newest state.
  public var tree: Tree<Value> { changeset.target }
}

extension TreeChange: CustomStringConvertible {
  /// The revision, and the changeset in words.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}

/// What changes in a live tree, step by step, for any number of readers.
///
/// Every `for await` is a reader of its own. It begins with all there is, and gets every state that it has the time for,
/// the newest at the end: one that is slow gets one changeset for all it has missed, made when it asks for it. No reader
/// holds up anybody, and none costs more memory than the state it saw last.
///
/// The sequence ends with the tree (``LiveTree/finish()``), or when the reading task is cancelled. A reader keeps the tree
/// that it reads.
public struct TreeChanges<Value: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A step.
  public typealias Element = TreeChange<Value>

  let source: LiveTree<Value>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var reader: NewsReader<TreeReading<Value>, TreeChange<Value>>

    init(_ source: LiveTree<Value>) {
      reader = NewsReader(listen: { await source.listen($0) }, read: { await source.read() }) { seen, told, now in
        guard let seen else {
          let all = TreeChangeset(reloading: now.tree, from: Tree(), because: .firstTable)
          return TreeChange(changeset: all, revision: now.revision, spanned: 1)
        }
        let changeset = now.changeset(after: seen, with: source.differencer)
        if changeset.isEmpty { return nil }
        return TreeChange(changeset: changeset, revision: now.revision, spanned: now.revision - told)
      }
    }

    /// The next step, or all that were missed as one.
    ///
    /// - Returns: `nil` when the tree has ended, or the task is cancelled.
    public mutating func next() async -> TreeChange<Value>? { await reader.next() }
  }
}

extension LiveTree {
  /// What changes, for any number of readers.
  public nonisolated var changes: TreeChanges<Value> { TreeChanges(source: self) }

  /// The nodes as the rows of a flat table, each before those under it, for views, readers and operators.
  ///
  /// A change costs what has changed.
  @inlinable public nonisolated var depthFirst: DerivedTable<OneSection, Value> {
    DerivedTable(from: self, TreeWork { $0.depthFirstTable })
  }

  /// The nodes as rows with a section for each depth: the roots, then their children, then theirs.
  ///
  /// A change costs a pass over all nodes, off the main actor.
  @inlinable public nonisolated var breadthFirst: DerivedTable<Int, Value> {
    DerivedTable(from: self, TreeWork { $0.breadthFirstTable })
  }
}

/// How a table is made of a tree, specialised where it was asked for.
@usableFromInline struct TreeWork<Section: Diffable & Sendable, Value: Diffable & Sendable>: Sendable {
  let differencer: Differencer<Section, Value>
  let table: @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>

  @inlinable init(_ table: @escaping @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>) {
    self.init(differencer: Differencer(), table: table)
  }

  @usableFromInline init(
    differencer: Differencer<Section, Value>, table: @escaping @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>
  ) {
    self.differencer = differencer
    self.table = table
  }
}

/// A table that is made of a live tree: it works when it is read, and then catches up in one step.
actor TreeTableNode<Section: Diffable & Sendable, Value: Diffable & Sendable> {
  private let source: LiveTree<Value>
  private let work: TreeWork<Section, Value>
  private nonisolated let lane: any Actor
  private var seen = -1
  private var reading: TableReading<Section, Value>

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  init(_ source: LiveTree<Value>, _ work: TreeWork<Section, Value>) {
    self.source = source
    self.work = work
    lane = StoreLane.current ?? StoreLane.Own()
    reading = TableReading(work.differencer.capture(TableSnapshot()), revision: -1)
  }

  func listen(_ ring: Ring) async { await source.listen(ring) }

  func read() async -> TableReading<Section, Value> {
    let news = await source.read()
    // One turn: another reader may have come first, with older news or newer ones.
    if news.revision > seen {
      seen = news.revision
      reading.advance(to: work.table(news.tree), refreshed: [], with: work.differencer)
    }
    if news.isFinished { reading.isFinished = true }
    return reading
  }
}

extension DerivedTable {
  @usableFromInline init(from tree: LiveTree<Row>, _ work: TreeWork<Section, Row>) {
    let node = TreeTableNode(tree, work)
    self.init(
      feed: TableFeed(
        differencer: work.differencer, read: { await node.read() }, listen: { await node.listen($0) }))
  }
}
