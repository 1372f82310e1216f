public import LiveTables

/// An actor that applies an operator to a source for any number of readers.
///
/// The table is computed when it is read, and includes all changes to the source in one step.
actor OperatorNode<Operator: TableOperator>: TableSource
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  typealias Section = Operator.Section
  typealias Row = Operator.Row
  typealias Source = SourceState<Operator.SourceSection, Operator.SourceRow>

  private let source: any TableSource<Operator.SourceSection, Operator.SourceRow>
  private let parameter: LiveValue<Operator.Parameter>?
  private var running: RunningOperator<Operator>
  private var seen: Source?
  private var seenParameter = -1
  /// Whether a parameter is being set outside of this actor, and the readers that wait for the result.
  private var isSetting = false
  private(set) var waiting = SubscriberList()
  private var derived: SourceState<Operator.Section, Operator.Row>

  init(
    _ running: RunningOperator<Operator>, source: any TableSource<Operator.SourceSection, Operator.SourceRow>,
    parameter: LiveValue<Operator.Parameter>?
  ) {
    self.running = running
    self.source = source
    self.parameter = parameter
    derived = SourceState()
  }

  func subscribe(_ signal: Signal) async {
    await source.subscribe(signal)
    await parameter?.subscribe(signal)
  }

  var state: SourceState<Operator.Section, Operator.Row> {
    get async {
      if let parameter { return await ReadMoment.open { await read(by: parameter, in: $0) } }
      let source = await source.read
      // The code below runs in one turn: another reader may already have a newer state.
      source.checkMoment(against: seen, by: self)
      catchUp(with: source)
      return derived
    }
  }

  private func read(
    by parameter: LiveValue<Operator.Parameter>, in moment: ReadMoment
  ) async -> SourceState<Operator.Section, Operator.Row> {
    let parameter = await parameter.state
    let source = await source.read
    while isSetting {
      if Task.isCancelled { return derived }
      await waitForParameter()
    }
    // The code below runs in one turn: another reader may have an older or newer state.
    source.checkMoment(against: seen, by: self)
    if parameter.revision < seenParameter { moment.markStale() }
    if moment.isStale { return derived }
    if parameter.revision > seenParameter {
      if let seen {
        if await !set(parameter, source, since: seen) { moment.markStale() }
        return derived
      }
      begin(with: parameter)
    }
    catchUp(with: source)
    return derived
  }

  private func catchUp(with source: Source) {
    if source.version > seen?.version ?? -1 {
      let refreshed = running.follow(source, since: seen)
      let hasOtherRows = seen.map(source.hasOtherRows) ?? false
      derived.derive(
        running.content(of: source), refreshed: refreshed, renamed: source.renamed(since: seen, as: Operator.Row.self),
        hasOtherRows: hasOtherRows, with: running.differencer)
    }
    derived.include(source, since: seen)
    if seen?.isOlder(than: source) ?? (source.version >= 0) { seen = source }
    derived.finish(with: source)
  }

  // MARK: - Parameters

  private func begin(with parameter: LiveValue<Operator.Parameter>.State) {
    do {
      try running.set(parameter.value) {}
      seenParameter = parameter.revision
    } catch {
      preconditionFailure("work that cannot be cancelled was cancelled: \(error)")
    }
  }

  /// Sets a parameter on a copy of the operator, outside of this actor, because this may take a long time.
  ///
  /// The work is cancelled if the parameter changes again, or if the task of the reader that started it is cancelled.
  /// Other readers wait for the result.
  ///
  /// - Returns: `false` if the work was cancelled. A reader whose task is not cancelled starts again with the newer
  ///   value.
  private func set(
    _ news: LiveValue<Operator.Parameter>.State, _ source: Source, since seen: Source
  ) async -> Bool {
    guard let parameter else { return true }
    let source = source.version < seen.version ? seen : source
    isSetting = true
    let done = await running.setting(news, of: parameter, source: source, since: seen, from: derived.content)
    isSetting = false
    waiting.notify()
    guard let done else { return false }
    running = done.running
    seenParameter = news.revision
    let hasOtherRows = Operator.parameterMakesRows || source.hasOtherRows(than: seen)
    derived.derive(done.content, by: done.changeset, hints: done.hints, hasOtherRows: hasOtherRows)
    self.seen = source
    derived.include(source, since: seen)
    derived.finish(with: source)
    return true
  }

  private func waitForParameter() async {
    let (signal, received) = Signal.make()
    waiting.add(signal)
    for await _ in received { return }
  }
}

extension OperatorNode: PromptSource {
  nonisolated var answersAtOnce: Bool { source.isPrompt }
}

/// A source that is derived from another source.
///
/// A derived table retains the original source, and ends when that source ends.
public struct DerivedTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  private let node: any TableSource<Section, Row>
  private let edits: RequestRoute<Section, Row>

  /// Derives a table with an operator.
  ///
  /// - Parameters:
  ///   - source: The source from which the table is derived.
  ///   - machine: The operator, in its initial state.
  ///   - parameter: The parameter of the operator.
  ///   - edits: The route for users' edits, or `nil` to refuse edits.
  @inlinable public init<Operator: TableOperator>(
    from source: some TableSource<Operator.SourceSection, Operator.SourceRow>, by machine: Operator,
    parameter: LiveValue<Operator.Parameter>? = nil,
    edits: RequestRoute<Section, Row>? = nil
  ) where Operator.Section == Section, Operator.Row == Row {
    self.init(RunningOperator(machine), source, parameter, edits ?? .none("\(Operator.self) forwards no edits"))
  }

  @usableFromInline init<Operator: TableOperator>(
    _ running: RunningOperator<Operator>, _ source: any TableSource<Operator.SourceSection, Operator.SourceRow>,
    _ parameter: LiveValue<Operator.Parameter>?, _ edits: RequestRoute<Section, Row>
  ) where Operator.Section == Section, Operator.Row == Row {
    self.init(OperatorNode(running, source: source, parameter: parameter), edits)
  }

  init(_ node: some TableSource<Section, Row>, _ edits: RequestRoute<Section, Row>) {
    self.node = node
    self.edits = edits
  }

  /// The newest state of the derived table.
  ///
  /// The state includes all earlier changes to the source.
  ///
  /// If the reader's task is cancelled while a parameter is being set, this property returns the last derived state.
  public var state: SourceState<Section, Row> { get async { await node.read } }

  /// Adds a reader that is notified after every change.
  public func subscribe(_ signal: Signal) async { await node.subscribe(signal) }
}

extension DerivedTable {
  /// Passes a user's edit to the source from which the table is derived.
  @MainActor public func accept(_ request: UserRequest<Section, Row>) -> Acceptance { edits.accept(request) }

  /// Returns the reason why an operator or the source refuses a kind of edit, or `nil` if both accept it.
  @MainActor public func obstacle(to kind: EditKind) -> String? { edits.obstacle(kind) }
}

extension DerivedTable: PromptSource {
  package var answersAtOnce: Bool { node.isPrompt }
}
