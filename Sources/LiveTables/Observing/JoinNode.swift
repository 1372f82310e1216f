/// The functions of a join, specialised where it was made.
@usableFromInline struct JoinWork<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let differencer: Differencer<Section, Row>
  let reset: @Sendable (inout JoinOperator<Section, Row>, Int, TableSnapshot<Section, Row>) -> Void
  let follow: @Sendable (inout JoinOperator<Section, Row>, Int, Changeset<Section, Row>) -> Void

  @inlinable init() {
    self.init(differencer: Differencer(), reset: { $0.reset($1, to: $2) }, follow: { $0.follow($1, $2) })
  }

  @usableFromInline init(
    differencer: Differencer<Section, Row>,
    reset: @escaping @Sendable (inout JoinOperator<Section, Row>, Int, TableSnapshot<Section, Row>) -> Void,
    follow: @escaping @Sendable (inout JoinOperator<Section, Row>, Int, Changeset<Section, Row>) -> Void
  ) {
    self.differencer = differencer
    self.reset = reset
    self.follow = follow
  }
}

/// Several observable tables, one behind the other.
///
/// Like an ``OperatorNode``, with more than one source.
actor JoinNode<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private let sources: [TableFeed<Section, Row>]
  private let work: JoinWork<Section, Row>
  private nonisolated let lane: any Actor
  private var machine: JoinOperator<Section, Row>
  private var seen: [TableReading<Section, Row>?]
  private var reading: TableReading<Section, Row>

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  init(_ sources: [TableFeed<Section, Row>], work: JoinWork<Section, Row>) {
    self.sources = sources
    self.work = work
    lane = StoreLane.current ?? StoreLane.Own()
    machine = JoinOperator(count: sources.count)
    seen = Array(repeating: nil, count: sources.count)
    reading = TableReading(work.differencer.capture(TableSnapshot()), revision: -1)
  }

  func listen(_ ring: Ring) async {
    for source in sources { await source.listen(ring) }
  }

  func read() async -> TableReading<Section, Row> {
    var news: [TableReading<Section, Row>] = []
    for source in sources { news.append(await source.read()) }
    catchUp(with: news)
    return reading
  }

  private func catchUp(with news: [TableReading<Section, Row>]) {
    var isNews = reading.revision < 0
    var refreshed: Set<Row.Identity> = []
    for (index, source) in news.enumerated() {
      if let last = seen[index], source.revision > last.revision {
        let changeset = source.changeset(after: last, with: sources[index].differencer)
        work.follow(&machine, index, changeset)
        refreshed.formUnion(changeset.refreshed)
      } else if seen[index] == nil {
        work.reset(&machine, index, source.content.table)
      } else {
        continue
      }
      seen[index] = source
      isNews = true
    }
    if isNews { reading.advance(to: machine.table, refreshed: refreshed, with: work.differencer) }
    if news.allSatisfy(\.isFinished) { reading.isFinished = true }
  }
}

extension DerivedTable {
  @usableFromInline init(joining sources: [TableFeed<Section, Row>], _ work: JoinWork<Section, Row>) {
    let node = JoinNode(sources, work: work)
    self.init(
      feed: TableFeed(
        differencer: work.differencer, read: { await node.read() }, listen: { await node.listen($0) }))
  }
}
