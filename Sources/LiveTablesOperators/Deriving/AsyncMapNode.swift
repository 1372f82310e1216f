public import LiveTables

/// An asynchronous mapper, with generic functions that are specialized in the module that creates it.
@usableFromInline
struct RunningMapper<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline typealias Mapper = AsyncMapper<Section, SourceRow, Row>
  /// A closure that returns the jobs to cancel, and the rows to refresh although they compare equal.
  @usableFromInline typealias Follow =
    @Sendable (inout Mapper, Changeset<Section, SourceRow>) -> (cancelled: [Int], refreshed: [Row.Identity])
  @usableFromInline typealias Finish = @Sendable (inout Mapper, Mapper.Job, Row) -> Bool

  var mapper: Mapper
  let sourceDifferencer: Differencer<Section, SourceRow>
  let differencer: Differencer<Section, Row>
  let follow: Follow
  let finish: Finish

  @inlinable init(_ mapper: Mapper) {
    self.init(
      mapper, Differencer(), Differencer(), { ($0.follow($1), $0.map.identities(derivedFrom: $1.refreshed)) },
      { $0.finish($1, $2) })
  }

  @usableFromInline init(
    _ mapper: Mapper, _ sourceDifferencer: Differencer<Section, SourceRow>, _ differencer: Differencer<Section, Row>,
    _ follow: @escaping Follow, _ finish: @escaping Finish
  ) {
    self.mapper = mapper
    self.sourceDifferencer = sourceDifferencer
    self.differencer = differencer
    self.follow = follow
    self.finish = finish
  }
}

/// Maps the rows of a source in child tasks that end with this node.
actor AsyncMapNode<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>: TableSource
{
  private typealias Job = AsyncMapper<Section, SourceRow, Row>.Job

  private let source: any TableSource<Section, SourceRow>
  private let transform: @Sendable (SourceRow) async -> Row
  private var running: RunningMapper<Section, SourceRow, Row>
  private var seen: SourceState<Section, SourceRow>?
  private var derived = SourceState<Section, Row>()
  private var subscribers = SubscriberList()
  private var tasks: [Int: Task<Void, Never>] = [:]
  init(
    _ running: RunningMapper<Section, SourceRow, Row>, _ source: any TableSource<Section, SourceRow>,
    _ transform: @escaping @Sendable (SourceRow) async -> Row
  ) {
    self.running = running
    self.source = source
    self.transform = transform
  }

  deinit { for task in tasks.values { task.cancel() } }

  func subscribe(_ signal: Signal) async {
    subscribers.add(signal)
    await source.subscribe(signal)
  }

  var state: SourceState<Section, Row> {
    get async {
      let now = await source.read
      // The code below runs in one turn: another reader may already have a newer state.
      now.checkMoment(against: seen, by: self)
      if now.version > seen?.version ?? -1 { catchUp(now) }
      if tasks.isEmpty { derived.finish(with: now) }
      return derived
    }
  }

  private func catchUp(_ now: SourceState<Section, SourceRow>) {
    let changeset =
      seen.map { now.changeset(since: $0, with: running.sourceDifferencer) }
      ?? Changeset(reloading: now.table, from: TableSnapshot(), because: .firstTable)
    let followed = running.follow(&running.mapper, changeset)
    for number in followed.cancelled { tasks.removeValue(forKey: number)?.cancel() }
    seen = now
    derive(refreshed: Set(followed.refreshed))
    start()
  }

  private func derive(refreshed: Set<Row.Identity> = []) {
    var content = running.differencer.capture(running.mapper.table)
    content.value = seen?.value
    derived.derive(content, refreshed: refreshed, with: running.differencer)
  }

  private func start() {
    for job in running.mapper.start() {
      let transform = transform
      tasks[job.number] = ReadMoment.leave {
        Task { @concurrent [weak self] in
          let row = await transform(job.row)
          await self?.finish(job, row)
        }
      }
    }
  }

  private func finish(_ job: Job, _ row: Row) {
    // A task that was cancelled has already been replaced.
    guard tasks.removeValue(forKey: job.number) != nil else { return }
    if running.finish(&running.mapper, job, row) { derive() }
    start()
    subscribers.notify()
  }
}

extension AsyncMapNode: PromptSource {
  nonisolated var answersAtOnce: Bool { source.isPrompt }
}

extension TableSource {
  /// Maps the rows with an asynchronous function, and limits the number of concurrent calls.
  ///
  /// Rows keep their order. A placeholder is shown for a row that has not been mapped yet. If a row is deleted or
  /// changes, its call of `transform` is cancelled. If a row only moves, the call continues. Mapping starts with the
  /// first reader.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows to map concurrently.
  ///   - placeholder: A closure that returns the placeholder for a row.
  ///   - transform: A closure that is called once for each new or changed row, and returns the derived row.
  /// - Returns: A source of mapped rows, which ends when this source has ended and all rows have been mapped.
  @inlinable public func map<Other: Diffable & Sendable>(
    atMost limit: Int, placeholder: @escaping @Sendable (Row) -> Other,
    _ transform: @escaping @Sendable (Row) async -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(mapping: self, RunningMapper(AsyncMapper(limit: limit, placeholder: placeholder)), transform)
  }
}

extension DerivedTable {
  @usableFromInline init<SourceRow: Diffable & Sendable>(
    mapping source: any TableSource<Section, SourceRow>, _ running: RunningMapper<Section, SourceRow, Row>,
    _ transform: @escaping @Sendable (SourceRow) async -> Row
  ) { self.init(AsyncMapNode(running, source, transform), .none("map makes new rows")) }
}
