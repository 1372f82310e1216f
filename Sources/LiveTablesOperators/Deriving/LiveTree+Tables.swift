public import LiveTables

extension LiveTree {
  /// The nodes as the rows of a flat table, each before those under it.
  ///
  /// A change costs what has changed.
  @inlinable public nonisolated var depthFirst: DerivedTable<OneSection, Value> {
    DerivedTable(from: self, Differencer()) { $0.depthFirstTable }
  }

  /// The nodes as rows with a section for each depth: the roots, then their children, then theirs.
  ///
  /// - Complexity: O(*n*) for every change, off the main actor.
  @inlinable public nonisolated var breadthFirst: DerivedTable<Int, Value> {
    DerivedTable(from: self, Differencer()) { $0.breadthFirstTable }
  }
}

/// A table that is made of a live tree: it works when it is read, and then catches up in one step.
actor TreeTableNode<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableSource {
  private let source: LiveTree<Value>
  private let differencer: Differencer<Section, Value>
  private let table: @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  private var seen = -1
  private var derived: SourceState<Section, Value>

  #if DEBUG
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  init(
    _ source: LiveTree<Value>, _ differencer: Differencer<Section, Value>,
    _ table: @escaping @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>
  ) {
    self.source = source
    self.differencer = differencer
    self.table = table
    derived = SourceState(differencer.capture(TableSnapshot()), revision: -1)
  }

  func subscribe(_ signal: Signal) async { await source.subscribe(signal) }

  var state: SourceState<Section, Value> {
    get async {
      let news = await source.state
      // From here on one turn: another reader may have come first, with an older state or a newer one.
      if news.stored > seen {
        seen = news.stored
        derived.derive(differencer.capture(table(news.tree)), hasOtherRows: true, with: differencer)
      } else if news.stored < seen {
        ReadMoment.current?.markStale()
      }
      if news.isFinished { derived.finish() }
      return derived
    }
  }
}

extension TreeTableNode: PromptSource {}

extension DerivedTable {
  @usableFromInline init(
    from tree: LiveTree<Row>, _ differencer: Differencer<Section, Row>,
    _ table: @escaping @Sendable (Tree<Row>) -> TableSnapshot<Section, Row>
  ) {
    self.init(TreeTableNode(tree, differencer, table))
  }
}
