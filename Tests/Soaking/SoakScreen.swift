import LiveTables
import LiveTablesTesting

/// A store, the view that shows it, and the disruptions of this view.
@MainActor final class SoakScreen {
  typealias View = StrictTableView<SampleSection, SampleRow>

  private let number: Int
  private let plan: SoakPlan
  private let store: TableStore<SampleSection, SampleRow>
  private let screen: StressScreen<TableStore<SampleSection, SampleRow>, View>
  private var report: SoakReport
  private var random: SeededGenerator
  private let counter = Counter()

  @MainActor private final class Counter {
    var diagnostics = 0
  }

  init(_ number: Int, _ plan: SoakPlan) {
    self.number = number
    self.plan = plan
    random = SeededGenerator(seed: plan.seed).derived(1_000 + number)
    report = SoakReport(seed: plan.seed)
    store = TableStore(name: "soak \(number)")
    let options = BindingOptions(name: "soak \(number)") { [counter] _ in counter.diagnostics += 1 }
    screen = StressScreen("view \(number)", of: store, options: options) { View() }
  }

  private var view: View { screen.view }

  // MARK: - Workload

  /// Runs producers and disruptions concurrently, and then checks that the view shows a final table.
  func run() async -> (SoakReport, Leftovers) {
    let producers = (0..<plan.producers).map { producer in
      let random = SeededGenerator(seed: plan.seed).derived(number * 100 + producer)
      return SoakProducer(
        store: store, steps: plan.steps, isImpatient: plan.disturbances.contains(.impatience),
        stalls: plan.disturbances.contains(.stall), random: random, tables: RandomTables(seed: random.seed, plan.kind))
    }
    let load = Task {
      await withTaskGroup(of: SoakReport.self) { group in
        for producer in producers {
          group.addTask {
            var producer = producer
            return await producer.run()
          }
        }
        var reports: [SoakReport] = []
        for await report in group { reports.append(report) }
        return reports
      }
    }
    await disturb()
    calm()
    for part in await load.value { report.add(part) }
    await showLast()
    return await end()
  }

  /// Makes the view ready and idle, and removes its faults.
  private func calm() {
    view.fault = nil
    view.enterWindow()
    screen.endDrags()
  }

  private func showLast() async {
    let last = TableSnapshot(sections: [TableSection(SampleSection(99), rows: (0..<3).map { SampleRow(90_000 + $0) })])
    do {
      // A recent edit by the user may still reach the store after the first submissions.
      for _ in 0..<5 {
        try await store.submit(last)
        if view.link.table == last { break }
      }
    } catch {
      screen.problem("the last table ended with \(error)")
    }
    if view.link.table != last { screen.problem("the last table is not shown: \(view.link.table)") }
    if view.drawn != view.link.table { screen.problem("the screen shows \(view.drawn) instead of \(view.link.table)") }
    if let mismatch = view.mismatch { screen.problem(mismatch) }
    let wanted = await store.table
    if wanted != last { screen.problem("the store wants \(wanted)") }
  }

  // MARK: - Disturbances

  private func disturb() async {
    let ofProducers: Set<SoakPlan.Disturbance> = [.impatience, .stall]
    let kinds = SoakPlan.Disturbance.allCases.filter { plan.disturbances.contains($0) && !ofProducers.contains($0) }
    guard !kinds.isEmpty else { return }
    for _ in 0..<plan.steps {
      if let kind = kinds.randomElement(using: &random) { disturb(by: kind) }
      for _ in 0..<random.roll(0...6) { await Task.yield() }
    }
  }

  private func disturb(by kind: SoakPlan.Disturbance) {
    switch kind {
    case .window: if view.isReady { view.leaveWindow() } else { view.enterWindow() }
    case .drag: screen.beginOrEndDrag()
    case .userEdit: userEdit()
    case .fault:
      view.fault = [.refuses, .commitsAndThrows, .commitsTwice, .neverCommits].randomElement(using: &random)
    case .outsider: view.insertOutside(rows: random.roll(0...2))
    case .rebinding:
      screen.rebind {
        let shown = view.link.table
        if random.chance(1, in: 2) { view.link.edit(.append(SampleRow(77_777))) }
        if view.link.table.rowCounts != shown.rowCounts { screen.problem("something was applied after cancel") }
      }
    case .replacement:
      tally()
      screen.replace()
    case .impatience, .stall: break
    }
  }

  private func userEdit() {
    let table = view.link.table
    guard let row = table.randomElement(using: &random) else { return }
    switch random.roll(0...2) {
    case 0: view.link.edit(.remove(id: row.id))
    case 1: view.link.edit(.move(.id(row.id), to: .path(RowPath(section: 0, row: 0))))
    default: view.link.edit(.insert([SampleRow(50_000 + random.roll(0...9_999))], at: .after(row.id)))
    }
  }

  private func tally() {
    report.batches += view.batches
    report.reloads += view.reloads
    report.problems += view.violations.map { "view \(number) broke a rule: \($0)" }
  }

  // MARK: - Cleanup

  /// Ends all bindings, and returns the objects that should be released.
  private func end() async -> (SoakReport, Leftovers) {
    tally()
    var leftovers = await screen.end()
    leftovers.add(store)
    report.problems += screen.problems
    report.diagnostics = counter.diagnostics
    return (report, leftovers)
  }
}
