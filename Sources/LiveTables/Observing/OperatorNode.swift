/// The functions of an operator, specialised where it was made; see ``Differencer``.
@usableFromInline struct OperatorWork<Operator: TableOperator>: Sendable
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  let differencer: Differencer<Operator.Section, Operator.Row>
  let reset: @Sendable (inout Operator, TableSnapshot<Operator.SourceSection, Operator.SourceRow>) -> Void
  /// Answers which rows are to be shown anew although they compare equal.
  let follow:
    @Sendable (inout Operator, Changeset<Operator.SourceSection, Operator.SourceRow>) -> Set<Operator.Row.Identity>
  let set: @Sendable (inout Operator, Operator.Parameter, _ check: () throws -> Void) throws -> Void

  @inlinable init() {
    self.init(
      differencer: Differencer(), reset: { $0.reset(to: $1) },
      follow: {
        $0.follow($1)
        return Set($0.identities(derivedFrom: $1.refreshed))
      }, set: { try $0.set($1, check: $2) })
  }

  @usableFromInline init(
    differencer: Differencer<Operator.Section, Operator.Row>,
    reset: @escaping @Sendable (inout Operator, TableSnapshot<Operator.SourceSection, Operator.SourceRow>) -> Void,
    follow:
      @escaping @Sendable (inout Operator, Changeset<Operator.SourceSection, Operator.SourceRow>)
      -> Set<Operator.Row.Identity>,
    set: @escaping @Sendable (inout Operator, Operator.Parameter, _ check: () throws -> Void) throws -> Void
  ) {
    self.differencer = differencer
    self.reset = reset
    self.follow = follow
    self.set = set
  }
}

/// An operator between two observable tables.
///
/// It works when it is read, and then catches up with its source in one step, whatever has happened there.
@usableFromInline actor OperatorNode<Operator: TableOperator>
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  typealias Source = TableReading<Operator.SourceSection, Operator.SourceRow>

  private let source: TableFeed<Operator.SourceSection, Operator.SourceRow>
  private let parameter: LiveValue<Operator.Parameter>?
  private let work: OperatorWork<Operator>
  private nonisolated let lane: any Actor
  private var machine: Operator
  private var seen: TableReading<Operator.SourceSection, Operator.SourceRow>?
  private var seenParameter: Int
  /// Whether a parameter is being set, off this actor, and who waits for the end of that.
  private var isSetting = false
  private var waiting = Doorbells()
  private var reading: TableReading<Operator.Section, Operator.Row>

  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  init(
    _ machine: Operator, source: TableFeed<Operator.SourceSection, Operator.SourceRow>,
    parameter: LiveValue<Operator.Parameter>?, work: OperatorWork<Operator>
  ) {
    self.machine = machine
    self.source = source
    self.parameter = parameter
    self.work = work
    lane = StoreLane.current ?? StoreLane.Own()
    seenParameter = -1
    reading = TableReading(work.differencer.capture(TableSnapshot()), revision: -1)
  }

  func listen(_ ring: Ring) async {
    await source.listen(ring)
    await parameter?.listen(ring)
  }

  func read() async -> TableReading<Operator.Section, Operator.Row> {
    while !isSetting || !Task.isCancelled {
      if isSetting {
        await settled()
        continue
      }
      let news = await parameter?.read()
      let source = await source.read()
      // One turn: another reader may have come first, with older news or newer ones.
      if isSetting { continue }
      guard let news, news.revision > seenParameter, let seen else {
        if let news, news.revision > seenParameter { begin(with: news) }
        catchUp(with: source)
        return reading
      }
      if await set(news, source, after: seen) || Task.isCancelled { return reading }
    }
    return reading
  }

  private func catchUp(with source: Source) {
    if let seen, source.revision > seen.revision {
      let refreshed = work.follow(&machine, source.changeset(after: seen, with: self.source.differencer))
      self.seen = source
      reading.advance(to: machine.table, refreshed: refreshed, with: work.differencer)
    } else if seen == nil {
      work.reset(&machine, source.content.table)
      seen = source
      reading.advance(to: machine.table, refreshed: [], with: work.differencer)
    }
    if source.isFinished { reading.isFinished = true }
  }

  // MARK: - Another parameter

  /// The first parameter, before there are any rows.
  private func begin(with news: LiveValue<Operator.Parameter>.Reading) {
    do {
      try work.set(&machine, news.value) {}
      seenParameter = news.revision
    } catch {
      preconditionFailure("a parameter that nobody called off was called off: \(error)")
    }
  }

  /// Sets a parameter on a copy of the operator, off this actor: it may take long.
  ///
  /// It is called off when the parameter changes again, and when the reader is cancelled who began it; other readers wait
  /// for the end of it, and go on from there.
  ///
  /// - Returns: Whether it was done.
  private func set(
    _ news: LiveValue<Operator.Parameter>.Reading, _ source: Source, after seen: Source
  ) async -> Bool {
    guard let parameter else { return true }
    isSetting = true
    let step = OperatorStep(
      machine: machine, parameter: news.value, source: source, seen: seen,
      sourceDifferencer: self.source.differencer, content: reading.content, work: work)
    let done = await step.run(until: parameter, isNewerThan: news.revision)
    isSetting = false
    waiting.ring()
    guard let done else { return false }
    machine = done.machine
    seenParameter = news.revision
    self.seen = source
    if !done.changeset.isEmpty { reading.advance(to: done.content, by: done.changeset, refreshed: done.refreshed) }
    if source.isFinished { reading.isFinished = true }
    return true
  }

  /// Waits until nobody sets a parameter any more.
  private func settled() async {
    let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    waiting.add(ring)
    for await _ in bell { return }
  }
}

extension TableReading {
  /// Goes on to what an operator has derived, unless it looks the same.
  mutating func advance(
    to table: TableSnapshot<Section, Row>, refreshed: Set<Row.Identity>, with differencer: Differencer<Section, Row>
  ) {
    let next = differencer.capture(table)
    let changeset =
      revision < 0 ? nil : differencer.wholeDifference(from: content, to: next, marks: refreshed)
    if let changeset, changeset.isEmpty { return }
    advance(to: next, by: changeset, refreshed: refreshed)
  }
}

/// A table that an operator derives from others.
///
/// It keeps its sources, and ends with them.
public struct DerivedTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableSource {
  /// Where readers read.
  public let feed: TableFeed<Section, Row>

  /// Derives a table by an operator.
  ///
  /// - Parameters:
  ///   - source: The table to derive from.
  ///   - machine: The operator, as it was created.
  ///   - parameter: What the operator is set to whenever it changes.
  @inlinable public init<Operator: TableOperator>(
    from source: some TableSource<Operator.SourceSection, Operator.SourceRow>, by machine: Operator,
    parameter: LiveValue<Operator.Parameter>? = nil
  ) where Operator.Section == Section, Operator.Row == Row {
    self.init(source.feed, machine, parameter, OperatorWork())
  }

  @usableFromInline init<Operator: TableOperator>(
    _ source: TableFeed<Operator.SourceSection, Operator.SourceRow>, _ machine: Operator,
    _ parameter: LiveValue<Operator.Parameter>?, _ work: OperatorWork<Operator>
  ) where Operator.Section == Section, Operator.Row == Row {
    let node = OperatorNode(machine, source: source, parameter: parameter, work: work)
    self.init(
      feed: TableFeed(
        differencer: work.differencer, read: { await node.read() }, listen: { await node.listen($0) }))
  }

  init(feed: TableFeed<Section, Row>) { self.feed = feed }
}
