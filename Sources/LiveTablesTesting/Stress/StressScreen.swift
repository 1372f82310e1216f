import LiveTablesCells

/// A store, the view that shows it, and the disruptions of this view.
@MainActor final class StressScreen {
  typealias View = StrictTableView<SampleSection, SampleRow>

  let number: Int
  let plan: StressPlan
  let store: TableStore<SampleSection, SampleRow>
  private(set) var view: View
  private(set) var report: StressReport
  private var binding: TableBinding<SampleSection, SampleRow>
  private var random: SeededGenerator
  private let counter = Counter()
  private var ended: [TableBinding<SampleSection, SampleRow>] = []
  private(set) var leftovers = Leftovers()

  @MainActor private final class Counter {
    var diagnostics = 0
  }

  init(_ number: Int, _ plan: StressPlan) {
    self.number = number
    self.plan = plan
    random = SeededGenerator(seed: plan.seed).derived(1_000 + number)
    report = StressReport(seed: plan.seed)
    store = TableStore(name: "stress \(number)")
    view = View()
    binding = view.bind(store, options: Self.options(number, counter))
  }

  private static func options(_ number: Int, _ counter: Counter) -> BindingOptions {
    BindingOptions(name: "stress \(number)") { _ in counter.diagnostics += 1 }
  }

  private func bind() { binding = view.bind(store, options: Self.options(number, counter)) }

  // MARK: - Workload

  /// Runs producers and disruptions concurrently, and then checks that the view shows a final table.
  func run() async -> StressReport {
    let producers = (0..<plan.producers).map { producer in
      let random = SeededGenerator(seed: plan.seed).derived(number * 100 + producer)
      return StressProducer(
        store: store, steps: plan.steps, isImpatient: plan.disturbances.contains(.impatience),
        stalls: plan.disturbances.contains(.stall), random: random, tables: RandomTables(seed: random.seed, plan.kind))
    }
    let load = Task {
      await withTaskGroup(of: StressReport.self) { group in
        for producer in producers {
          group.addTask {
            var producer = producer
            return await producer.run()
          }
        }
        var reports: [StressReport] = []
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
    while view.link.isInteracting { view.link.endInteraction() }
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
      problem("the last table ended with \(error)")
    }
    if view.link.table != last { problem("the last table is not shown: \(view.link.table)") }
    if view.drawn != view.link.table { problem("the screen shows \(view.drawn) instead of \(view.link.table)") }
    if let mismatch = view.mismatch { problem(mismatch) }
    let wanted = await store.table
    if wanted != last { problem("the store wants \(wanted)") }
  }

  private func problem(_ message: String) { report.problems.append("view \(number): \(message)") }

  // MARK: - Disturbances

  private func disturb() async {
    let ofProducers: Set<StressDisturbance> = [.impatience, .stall]
    let kinds = StressDisturbance.allCases.filter { plan.disturbances.contains($0) && !ofProducers.contains($0) }
    guard !kinds.isEmpty else { return }
    for _ in 0..<plan.steps {
      if let kind = kinds.randomElement(using: &random) { disturb(by: kind) }
      for _ in 0..<random.roll(0...6) { await Task.yield() }
    }
  }

  private func disturb(by kind: StressDisturbance) {
    switch kind {
    case .window: if view.isReady { view.leaveWindow() } else { view.enterWindow() }
    case .drag: if view.link.isInteracting { view.link.endInteraction() } else { view.link.beginInteraction() }
    case .userEdit: userEdit()
    case .fault:
      view.fault = [.refuses, .commitsAndThrows, .commitsTwice, .neverCommits].randomElement(using: &random)
    case .outsider: view.insertOutside(rows: random.roll(0...2))
    case .rebinding:
      binding.cancel()
      let shown = view.link.table
      if random.chance(1, in: 2) { view.link.edit(.append(SampleRow(77_777))) }
      if view.link.table.rowCounts != shown.rowCounts { problem("something was applied after cancel") }
      retire()
      bind()
    case .replacement:
      retire()
      tally()
      weak let gone = view
      view = View()
      if gone != nil { problem("the binding keeps its view") }
      bind()
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

  private func retire() { ended.append(binding) }

  private func tally() {
    report.batches += view.batches
    report.reloads += view.reloads
    report.problems += view.violations.map { "view \(number) broke a rule: \($0)" }
  }

  // MARK: - Cleanup

  /// Ends all bindings, and checks that no object remains.
  private func end() async -> StressReport {
    tally()
    binding.cancel()
    retire()
    for binding in ended {
      do {
        try await binding.finished
      } catch {
        problem("a binding ended with \(error)")
      }
    }
    leftovers.add(view)
    leftovers.add(store)
    for binding in ended { leftovers.add(binding) }
    ended = []
    report.diagnostics = counter.diagnostics
    return report
  }
}
