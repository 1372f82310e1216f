public import LiveTablesCells

/// A stress test of your source, your views and your invariants.
///
/// Several tasks change the source, while drags begin and end in each view, and the view is bound again and replaced.
///
/// ```swift
/// let report = await StressPlan(seed: 42).run(source: inbox.sorted { $0.id < $1.id }) {
///   StrictTableView()
/// } change: { _, random in
///   let id = Int.random(in: 0..<20, using: &random)
///   try await inbox.edit { $0.upsert(Mail(id: id)) }
/// } invariants: { view in
///   view.link.table.map(\.id) == view.link.table.map(\.id).sorted() ? [] : ["the mails are not sorted"]
/// }
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
///
/// The seed determines all changes and disturbances, but not how these are interleaved. Therefore, it reproduces the
/// workload, but not the schedule.
public struct StressPlan: Hashable, Sendable {
  private let seed: UInt64
  /// The number of views that show the source.
  public var views = 4
  /// The number of tasks that concurrently change the source.
  package var producers = 3
  /// The number of changes that each of these tasks makes.
  package var steps = 40
  /// The kinds of disturbances of the views.
  public var disturbances: Set<StressDisturbance> = Set(StressDisturbance.allCases)

  /// Creates a plan with default values.
  ///
  /// - Parameter seed: The seed. Equal seeds generate equal workloads.
  public init(seed: UInt64) { self.seed = seed }

  /// Runs the stress test.
  ///
  /// The method returns when all changes are made, every view shows the source's table, and all views and bindings have
  /// been released. It does not return if a change never completes, so set a time limit for the test.
  ///
  /// - Parameters:
  ///   - source: The source, which all views show. If it is a `TableStore`, set ``views`` to 1.
  ///   - makeView: Creates a view.
  ///   - change: Changes the source. Several tasks call this closure at the same time, each with a generator that is
  ///     determined by the seed. A thrown error is a problem.
  ///   - invariants: Returns descriptions of what is wrong in a view, or an empty array. The closure is called after each
  ///     disturbance, and at the end.
  /// - Returns: The problems that `invariants` returned, and violated guarantees: views that do not show the last table,
  ///   changes applied after a cancellation, and objects that were not deallocated.
  @MainActor public func run<Source: TableSource, View: TableView<Source.Section, Source.Row>>(
    source: Source, view makeView: @escaping @MainActor () -> View,
    change:
      @escaping @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void,
    invariants: @escaping @MainActor (_ view: View) -> [String] = { _ in [] }
  ) async -> StressReport {
    var report = StressReport(seed: seed)
    let leftovers = await run(source, makeView, change, invariants, &report)
    report.problems += await Leftovers.names(of: leftovers)
    return report
  }

  /// Makes all changes and disturbances, and returns the objects that should be released afterwards.
  @MainActor private func run<Source: TableSource, View: TableView<Source.Section, Source.Row>>(
    _ source: Source, _ makeView: @escaping @MainActor () -> View,
    _ change:
      @escaping @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void,
    _ invariants: @escaping @MainActor (_ view: View) -> [String], _ report: inout StressReport
  ) async -> [Leftovers] {
    let changes = (0..<max(0, producers)).map { number in
      Task { @concurrent in await self.changes(number, of: source, change) }
    }
    let screens = (0..<max(0, views)).map { StressScreen("view \($0)", of: source, view: makeView) }
    let disturbed = screens.enumerated().map { number, screen in
      Task { await disturb(screen, SeededGenerator(seed: seed).derived(1_000 + number), invariants) }
    }
    for screen in disturbed { await screen.value }
    for part in changes {
      let problems = await part.value
      report.changes += steps
      report.problems += problems
    }
    let last = await source.current
    var leftovers: [Leftovers] = []
    for screen in screens {
      await screen.waitForTable(last)
      screen.check(invariants)
      leftovers.append(await screen.end())
      report.problems += screen.problems
    }
    return leftovers
  }

  private nonisolated func changes<Source: TableSource>(
    _ number: Int, of source: Source,
    _ change: @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void
  ) async -> [String] {
    var problems: [String] = []
    var random: any RandomNumberGenerator & Sendable = SeededGenerator(seed: seed).derived(number)
    for _ in 0..<steps {
      do {
        try await change(source, &random)
      } catch {
        problems.append("a change ended with \(error)")
      }
      if Bool.random(using: &random) { await Task.yield() }
    }
    return problems
  }

  @MainActor private func disturb<Source: TableSource, View: TableView<Source.Section, Source.Row>>(
    _ screen: StressScreen<Source, View>, _ random: SeededGenerator, _ invariants: @MainActor (_ view: View) -> [String]
  ) async {
    var random = random
    let kinds = StressDisturbance.allCases.filter { disturbances.contains($0) }
    for _ in 0..<steps {
      switch kinds.randomElement(using: &random) {
      case .drag: screen.beginOrEndDrag()
      case .rebinding: screen.rebind()
      case .replacement: screen.replace()
      case nil: break
      }
      screen.check(invariants)
      for _ in 0..<random.roll(0...6) { await Task.yield() }
    }
    screen.endDrags()
  }
}

/// A kind of disturbance of a view during a stress test.
public enum StressDisturbance: String, Hashable, Sendable, CaseIterable {
  /// A drag begins or ends.
  case drag
  /// The binding is cancelled, and the source is bound again.
  case rebinding
  /// The view is deallocated and replaced.
  case replacement
}

/// The result of a stress test.
public struct StressReport: Sendable, CustomStringConvertible {
  private let seed: UInt64
  /// The number of changes.
  package fileprivate(set) var changes = 0
  /// Descriptions of the failures.
  ///
  /// The array is empty if the test passed.
  public fileprivate(set) var problems: [String] = []

  fileprivate init(seed: UInt64) { self.seed = seed }

  /// A description of the report with its seed, its number of changes and its problems.
  public var description: String { (["seed \(seed): \(changes) changes"] + problems).joined(separator: "\n") }
}
