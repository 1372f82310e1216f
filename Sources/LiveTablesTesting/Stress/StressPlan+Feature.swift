import LiveTablesCells

extension StressPlan {
  /// Runs the stress test with your own source, views and invariants.
  ///
  /// Several tasks change the source, while drags begin and end in each view, and the view is bound again and replaced.
  /// The other disturbances apply only to the views of ``run()``.
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
  /// ```
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
  /// - Returns: The counts, the problems that `invariants` returned, and violated guarantees: views that do not show
  ///   the last table, changes applied after a cancellation, and objects that were not deallocated.
  @MainActor public func run<Source: TableSource, View: TableView<Source.Section, Source.Row>>(
    source: Source, view makeView: @escaping @MainActor () -> View,
    change:
      @escaping @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void,
    invariants: @escaping @MainActor (_ view: View) -> [String] = { _ in [] }
  ) async -> StressReport {
    var (report, leftovers) = await screens(source, makeView, change, invariants)
    await report.add(leftovers)
    return report
  }

  /// Runs all changes and disturbances.
  ///
  /// - Returns: The report, and the objects that should be released afterwards.
  @MainActor private func screens<Source: TableSource, View: TableView<Source.Section, Source.Row>>(
    _ source: Source, _ makeView: @escaping @MainActor () -> View,
    _ change:
      @escaping @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void,
    _ invariants: @escaping @MainActor (_ view: View) -> [String]
  ) async -> (StressReport, [Leftovers]) {
    var report = StressReport(seed: seed)
    let changes = (0..<max(0, producers)).map { number in
      Task { @concurrent in await self.changes(number, of: source, change) }
    }
    let screens = (0..<max(0, views)).map { FeatureScreen($0, self, source, makeView, invariants) }
    let disturbed = screens.map { screen in Task { await screen.disturb() } }
    for screen in disturbed { await screen.value }
    for part in changes { report.add(await part.value) }
    let last = await source.current
    var leftovers: [Leftovers] = []
    for screen in screens {
      let (part, left) = await screen.end(showing: last)
      report.add(part)
      leftovers.append(left)
    }
    return (report, leftovers)
  }

  private nonisolated func changes<Source: TableSource>(
    _ number: Int, of source: Source,
    _ change: @Sendable (_ source: Source, _ random: inout any RandomNumberGenerator & Sendable) async throws -> Void
  ) async -> StressReport {
    var report = StressReport(seed: seed)
    var random: any RandomNumberGenerator & Sendable = SeededGenerator(seed: seed).derived(number)
    for _ in 0..<steps {
      do {
        try await change(source, &random)
      } catch {
        report.problems.append("a change ended with \(error)")
      }
      report.submissions += 1
      if Bool.random(using: &random) { await Task.yield() }
    }
    return report
  }
}

/// A view that shows the caller's source during a stress test.
@MainActor
private final class FeatureScreen<
  Source: TableSource, View: TableView<Source.Section, Source.Row>
> {
  private let name: String
  private let plan: StressPlan
  private let source: Source
  private let makeView: @MainActor () -> View
  private let invariants: @MainActor (View) -> [String]
  private var random: SeededGenerator
  private var report: StressReport
  private var view: View
  private var binding: TableBinding<Source.Section, Source.Row>
  private var ended: [TableBinding<Source.Section, Source.Row>] = []

  init(
    _ number: Int, _ plan: StressPlan, _ source: Source, _ makeView: @escaping @MainActor () -> View,
    _ invariants: @escaping @MainActor (View) -> [String]
  ) {
    name = "view \(number)"
    self.plan = plan
    self.source = source
    self.makeView = makeView
    self.invariants = invariants
    random = SeededGenerator(seed: plan.seed).derived(1_000 + number)
    report = StressReport(seed: plan.seed)
    view = makeView()
    binding = view.bind(source)
  }

  func disturb() async {
    let kinds = [StressDisturbance.drag, .rebinding, .replacement].filter { plan.disturbances.contains($0) }
    for _ in 0..<plan.steps {
      if let kind = kinds.randomElement(using: &random) { disturb(by: kind) }
      check()
      for _ in 0..<random.roll(0...6) { await Task.yield() }
    }
    while view.link.isInteracting { view.link.endInteraction() }
  }

  private func disturb(by kind: StressDisturbance) {
    switch kind {
    case .drag: if view.link.isInteracting { view.link.endInteraction() } else { view.link.beginInteraction() }
    case .rebinding:
      binding.cancel()
      ended.append(binding)
      binding = view.bind(source)
    case .replacement:
      ended.append(binding)
      weak let gone = view
      view = makeView()
      if gone != nil { problem("the binding keeps its view") }
      binding = view.bind(source)
    default: break
    }
  }

  private func check() { for text in invariants(view) { problem(text) } }

  private func problem(_ text: String) { report.problems.append("\(name): \(text)") }

  /// Waits for the last table, ends all bindings, and returns the objects that should be released.
  func end(showing last: TableSnapshot<Source.Section, Source.Row>) async -> (StressReport, Leftovers) {
    let deadline = ContinuousClock.now + .seconds(10)
    while !shows(last), ContinuousClock.now < deadline { await Task.yield() }
    if !shows(last) { problem("the source's last table is not shown") }
    check()
    binding.cancel()
    let revision = view.link.revision
    ended.append(binding)
    for binding in ended {
      do {
        try await binding.finished
      } catch {
        problem("a binding ended with \(error)")
      }
    }
    if view.link.revision != revision { problem("something was applied after cancel") }
    var leftovers = Leftovers()
    leftovers.add(view)
    for binding in ended { leftovers.add(binding) }
    ended = []
    return (report, leftovers)
  }

  private func shows(_ table: TableSnapshot<Source.Section, Source.Row>) -> Bool {
    table.difference(from: view.link.table).isEmpty
  }
}
