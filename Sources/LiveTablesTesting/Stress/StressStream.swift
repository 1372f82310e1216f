import LiveTables

/// One view that shows a stream which floods it, and that parts from it in one of several ways.
@MainActor struct StressStream {
  /// How a stream and its view part.
  enum Ending: Int, CaseIterable, Sendable {
    case finishes, fails, isCancelled, viewGoes
  }

  typealias View = StrictTableView<SampleSection, SampleRow>
  typealias Tables = AsyncThrowingStream<SampleTable, any Error>

  struct Failure: Error {}

  let number: Int
  let plan: StressPlan
  private let tables: Tables
  private let flood: StressFlood
  private let ending: Ending

  init(_ number: Int, _ plan: StressPlan) {
    self.number = number
    self.plan = plan
    ending = Ending.allCases[number % Ending.allCases.count]
    let seed = SeededGenerator(seed: plan.seed).derived(number).seed
    let (tables, source) = Tables.makeStream()
    self.tables = tables
    flood = StressFlood(
      source: source, tables: RandomTables(seed: seed, plan.kind), count: plan.steps * max(1, plan.producers),
      failure: ending == .fails ? Failure() : nil)
  }

  func run() async -> (StressReport, Leftovers) {
    var report = StressReport(seed: plan.seed)
    report.submissions = flood.count
    var leftovers = Leftovers()
    let problem =
      switch ending {
      case .finishes, .fails: await display(&report, &leftovers)
      case .isCancelled: await cancel(&report, &leftovers)
      case .viewGoes: await letGo(&report, &leftovers)
      }
    if let problem { report.problems.append("stream \(number), which \(ending): \(problem)") }
    return (report, leftovers)
  }

  private func display(_ report: inout StressReport, _ leftovers: inout Leftovers) async -> String? {
    let view = View()
    leftovers.add(view)
    let last = Task { @concurrent [flood] in await flood.run() }
    var failure: (any Error)?
    do {
      try await view.display(tables)
    } catch {
      failure = error
    }
    add(view, to: &report)
    if (failure is Failure) != (ending == .fails) { return "the end is \(failure.map { "\($0)" } ?? "no error")" }
    if view.link.table != (await last.value) { return "the last table is not shown" }
    return view.drawn == view.link.table ? nil : view.mismatch
  }

  private func cancel(_ report: inout StressReport, _ leftovers: inout Leftovers) async -> String? {
    let view = View()
    let binding = view.bind(tables)
    leftovers.add(view)
    leftovers.add(binding)
    let last = Task { @concurrent [flood] in await flood.run() }
    for _ in 0..<(Int(plan.seed % 13) * number) { await Task.yield() }
    binding.cancel()
    let revision = view.link.revision
    _ = await last.value
    do {
      try await binding.finished
    } catch {
      return "a cancelled binding ended with \(error)"
    }
    add(view, to: &report)
    return view.link.revision == revision ? view.mismatch : "something was applied after cancel"
  }

  /// The view goes in the middle; its binding ends by itself.
  private func letGo(_ report: inout StressReport, _ leftovers: inout Leftovers) async -> String? {
    let last: Task<SampleTable, Never>
    let binding: TableBinding<SampleSection, SampleRow>
    weak var gone: View?
    do {
      let view = View()
      gone = view
      binding = view.bind(tables)
      leftovers.add(view)
      last = Task { @concurrent [flood] in await flood.run() }
      for _ in 0..<(Int(plan.seed % 11) * number) { await Task.yield() }
      add(view, to: &report)
    }
    if gone != nil { return "the binding keeps its view" }
    leftovers.add(binding)
    _ = await last.value
    do {
      try await binding.finished
    } catch {
      return "a binding whose view has gone ended with \(error)"
    }
    return nil
  }

  private func add(_ view: View, to report: inout StressReport) {
    report.batches += view.batches
    report.reloads += view.reloads
    report.problems += view.violations.map { "stream \(number) broke a rule: \($0)" }
  }
}

/// A stream that gives as fast as it can.
struct StressFlood: Sendable {
  let source: StressStream.Tables.Continuation
  let tables: RandomTables
  let count: Int
  let failure: StressStream.Failure?

  /// - Returns: The last table.
  @concurrent func run() async -> SampleTable {
    var tables = tables
    var table = SampleTable()
    for step in 0..<count {
      table = tables.next(after: table)
      source.yield(table)
      if step % 16 == 0 { await Task.yield() }
    }
    source.finish(throwing: failure)
    return table
  }
}

/// What should be gone when a run is over.
@MainActor struct Leftovers {
  private struct Weak {
    weak var object: AnyObject?
  }

  private var all: [Weak] = []

  mutating func add(_ object: AnyObject) { all.append(Weak(object: object)) }

  /// What is still there.
  var names: [String] { all.compactMap { weak in weak.object.map { "\($0) is still alive" } } }
}
