public import LiveTables

extension LiveTree {
  /// A source that contains all nodes as a flat table, in depth-first order.
  ///
  /// The cost of an update depends on the number of changed nodes.
  @inlinable public nonisolated var depthFirst: DerivedTable<OneSection, Value> {
    DerivedTable(from: self, Differencer()) { $0.depthFirstTable }
  }

  /// A source that contains all nodes, with a section for each depth, starting with the roots.
  ///
  /// - Complexity: O(*n*) for every change, computed off the main actor.
  @inlinable public nonisolated var breadthFirst: DerivedTable<Int, Value> {
    DerivedTable(from: self, Differencer()) { $0.breadthFirstTable }
  }
}

/// A table that is derived from a live tree whenever a reader requests it.
actor TreeTableNode<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableSource {
  private let source: LiveTree<Value>
  private let differencer: Differencer<Section, Value>
  private let table: @Sendable (Tree<Value>) -> TableSnapshot<Section, Value>
  private var seen = -1
  private var derived: SourceState<Section, Value>

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
      // The code below runs in one turn: another reader may have an older or newer state.
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
    self.init(TreeTableNode(tree, differencer, table), .none("a tree's tables accept no edits"))
  }
}
