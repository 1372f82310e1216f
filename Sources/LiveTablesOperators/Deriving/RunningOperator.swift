public import LiveTables

/// An input that an operator handles: the first table, a change to the source, or a new parameter.
@usableFromInline enum OperatorInput<Operator: TableOperator>
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  /// The source has provided its first table.
  case reset(TableSnapshot<Operator.SourceSection, Operator.SourceRow>)
  /// A change to the source, and the old paths of rows that may differ although they compare equal.
  case follow(Changeset<Operator.SourceSection, Operator.SourceRow>, replaced: [RowPath])
  case set(Operator.Parameter)
}

/// An operator, with generic functions that are specialized in the module that creates it (see ``Differencer``).
@usableFromInline struct RunningOperator<Operator: TableOperator>: Sendable
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  typealias Source = SourceState<Operator.SourceSection, Operator.SourceRow>
  /// A closure that handles an input, and returns the derived rows to refresh although they compare equal.
  @usableFromInline typealias Perform =
    @Sendable (inout Operator, OperatorInput<Operator>, _ check: () throws -> Void) throws -> [Operator.Row.Identity]

  private(set) var machine: Operator
  let sourceDifferencer: Differencer<Operator.SourceSection, Operator.SourceRow>
  let differencer: Differencer<Operator.Section, Operator.Row>
  private let perform: Perform

  @inlinable init(_ machine: Operator) {
    self.init(machine, Differencer(), Differencer()) { machine, input, check in
      switch input {
      case .reset(let table): machine.reset(to: table)
      case .set(let parameter): try machine.set(parameter, check: check)
      case .follow(let changeset, let replaced):
        machine.follow(replaced.isEmpty ? changeset : changeset.updating(replaced))
        return Array(machine.identities(derivedFrom: changeset.refreshed))
      }
      return []
    }
  }

  @usableFromInline init(
    _ machine: Operator, _ sourceDifferencer: Differencer<Operator.SourceSection, Operator.SourceRow>,
    _ differencer: Differencer<Operator.Section, Operator.Row>, _ perform: @escaping Perform
  ) {
    self.machine = machine
    self.sourceDifferencer = sourceDifferencer
    self.differencer = differencer
    self.perform = perform
  }

  func content(of source: Source) -> CapturedTable<Operator.Section, Operator.Row> {
    var content = differencer.capture(machine.table)
    content.value = source.value
    return content
  }

  mutating func set(_ parameter: Operator.Parameter, check: () throws -> Void) throws {
    _ = try perform(&machine, .set(parameter), check)
  }

  /// Applies all changes to the source in one step.
  ///
  /// - Returns: The derived rows to refresh although they compare equal.
  mutating func follow(_ source: Source, since seen: Source?) -> Set<Operator.Row.Identity> {
    do {
      guard let seen else {
        return Set(try perform(&machine, .reset(source.table)) {})
      }
      let changeset = source.changeset(since: seen, with: sourceDifferencer)
      let hasOtherRows = source.hasOtherRows(than: seen)
      let replaced = hasOtherRows ? changeset.source.pathsOfRowsNotShared(with: changeset.target) : []
      return Set(try perform(&machine, .follow(changeset, replaced: replaced)) {})
    } catch {
      preconditionFailure("work that cannot be cancelled was cancelled: \(error)")
    }
  }

  // MARK: - Parameters

  struct Derived: Sendable {
    let running: RunningOperator
    let content: CapturedTable<Operator.Section, Operator.Row>
    let changeset: Changeset<Operator.Section, Operator.Row>
    let hints: DiffHints<Operator.Row.Identity>
  }

  /// Sets a parameter on a copy of the operator, unless the task is cancelled or the parameter changes again.
  ///
  /// - Returns: The result, or `nil` if the work was cancelled. A cancellation takes effect within 4,096 rows.
  @concurrent func setting(
    _ parameter: LiveValue<Operator.Parameter>.State, of value: LiveValue<Operator.Parameter>, source: Source,
    since seen: Source, from content: CapturedTable<Operator.Section, Operator.Row>
  ) async -> Derived? {
    await withTaskGroup(of: Derived?.self) { tasks in
      tasks.addTask { try? derived(parameter.value, source, since: seen, from: content) }
      tasks.addTask {
        await value.waitForChange(since: parameter.revision)
        return nil
      }
      let first = await tasks.next() ?? nil
      tasks.cancelAll()
      return first
    }
  }

  private func derived(
    _ parameter: Operator.Parameter, _ source: Source, since seen: Source,
    from content: CapturedTable<Operator.Section, Operator.Row>
  ) throws -> Derived {
    var running = self
    var refreshed: Set<Operator.Row.Identity> = []
    try running.set(parameter) { try Task.checkCancellation() }
    try Task.checkCancellation()
    if source.version > seen.version { refreshed = running.follow(source, since: seen) }
    let next = running.content(of: source)
    let hints = DiffHints(refreshed: refreshed, renamed: source.renamed(since: seen, as: Operator.Row.self))
    let update = try differencer.update(from: content, to: next, hints: hints) { try Task.checkCancellation() }
    return Derived(running: running, content: next, changeset: update.changeset, hints: hints)
  }
}
