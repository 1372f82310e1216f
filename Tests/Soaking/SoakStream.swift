import LiveTables
import LiveTablesTesting

/// A view that shows an async sequence until the sequence or the binding ends.
@MainActor package struct SoakStream {
  package enum Ending: Int, CaseIterable, Sendable {
    case finishes, fails, isCancelled, viewGoes
  }

  typealias View = StrictTableView<SampleSection, SampleRow>
  typealias Tables = AsyncThrowingStream<SampleTable, any Error>

  struct Failure: Error {}

  let number: Int
  let plan: SoakPlan
  private let tables: Tables
  private let source: SoakSource
  package let ending: Ending
  private let watch = SoakWatch()

  package init(_ number: Int, _ plan: SoakPlan) {
    self.number = number
    self.plan = plan
    ending = Ending.allCases[number % Ending.allCases.count]
    let seed = SeededGenerator(seed: plan.seed).derived(number).seed
    let (tables, source) = Tables.makeStream()
    self.tables = tables
    let ends = ending == .finishes || ending == .fails
    let paces = SoakSource.Pace.allCases.filter { $0 != .endless || !ends }
    self.source = SoakSource(
      source: source, tables: RandomTables(seed: seed, plan.kind), count: plan.steps * max(1, plan.producers),
      pace: paces[Int((plan.seed &+ UInt64(number / Ending.allCases.count)) % UInt64(paces.count))],
      failure: ending == .fails ? Failure() : nil)
  }

  func run() async -> (SoakReport, Leftovers) {
    var report = SoakReport(seed: plan.seed)
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

  private func display(_ report: inout SoakReport, _ leftovers: inout Leftovers) async -> String? {
    let view = View()
    leftovers.add(view)
    watch.view = view
    let produced = Task { @concurrent [source, watch] in await source.run(seenBy: watch) }
    var failure: (any Error)?
    do {
      try await view.display(tables)
    } catch {
      failure = error
    }
    add(view, to: &report)
    let outcome = await produced.value
    report.submissions = outcome.count
    if (failure is Failure) != (ending == .fails) { return "the end is \(failure.map { "\($0)" } ?? "no error")" }
    if view.link.table != outcome.last { return "the last table is not shown" }
    if let problem = outcome.problem { return problem }
    return view.drawn == view.link.table ? nil : view.mismatch
  }

  private func cancel(_ report: inout SoakReport, _ leftovers: inout Leftovers) async -> String? {
    let view = View()
    let binding = view.bind(tables)
    leftovers.add(view)
    leftovers.add(binding)
    watch.view = view
    let produced = Task { @concurrent [source, watch] in await source.run(seenBy: watch) }
    for _ in 0..<(Int(plan.seed % 13) * number) { await Task.yield() }
    binding.cancel()
    watch.isOver = true
    let revision = view.link.revision
    if let problem = await end(of: produced, binding, "a cancelled binding", &report) { return problem }
    add(view, to: &report)
    return view.link.revision == revision ? view.mismatch : "something was applied after cancel"
  }

  /// Releases the view during the stress test, which ends its binding.
  private func letGo(_ report: inout SoakReport, _ leftovers: inout Leftovers) async -> String? {
    let produced: Task<SoakSource.Outcome, Never>
    let binding: TableBinding<SampleSection, SampleRow>
    weak var gone: View?
    do {
      let view = View()
      gone = view
      binding = view.bind(tables)
      leftovers.add(view)
      watch.view = view
      produced = Task { @concurrent [source, watch] in await source.run(seenBy: watch) }
      for _ in 0..<(Int(plan.seed % 11) * number) { await Task.yield() }
      add(view, to: &report)
    }
    if gone != nil { return "the binding keeps its view" }
    leftovers.add(binding)
    return await end(of: produced, binding, "a binding whose view has gone", &report)
  }

  /// Waits for the producer and for the binding, and returns what is wrong.
  private func end(
    of produced: Task<SoakSource.Outcome, Never>, _ binding: TableBinding<SampleSection, SampleRow>, _ name: String,
    _ report: inout SoakReport
  ) async -> String? {
    let outcome = await produced.value
    report.submissions = outcome.count
    if let problem = outcome.problem { return problem }
    do {
      try await binding.finished
      return nil
    } catch {
      return "\(name) ended with \(error)"
    }
  }

  private func add(_ view: View, to report: inout SoakReport) {
    report.batches += view.batches
    report.reloads += view.reloads
    report.problems += view.violations.map { "stream \(number) broke a rule: \($0)" }
  }
}
