@_spi(Adapters) public import LiveTablesCells

/// Checks whether a view keeps the promises of `TableView`, for custom adapters and for those of this package.
///
/// The view is driven by the real pipeline, through batches and reloads. What is wrong comes back as values, so any test
/// library will do:
///
/// ```swift
/// let report = await TableViewConformance.check(seed: 1) { MyTableView() }
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
@MainActor public enum TableViewConformance {
  /// Shows a list of tables in a view, one after another.
  ///
  /// - Parameters:
  ///   - tables: What is shown.
  ///   - make: Makes the view. Nothing else may keep it: when the check is over it has to be gone.
  ///   - prepare: Brings the view to where it is ready, for instance into a window; called once.
  ///   - shows: The row that each cell shows, by section, if the view can be asked; `nil` where a cell is missing.
  /// - Returns: What was wrong, and how much was tried.
  public static func check<View: TableView>(
    _ tables: [TableSnapshot<View.Section, View.Row>], prepare: (View) -> Void = { _ in },
    shows: ((View) -> [[View.Row?]])? = nil, make: () -> View
  ) async -> ConformanceReport {
    var (report, view) = await drive(make(), tables, prepare, shows)
    // What the platform releases later than at once.
    for _ in 0..<100 where view.isThere { await Task.yield() }
    if view.isThere { report.fail(.isReleased, "the view is still alive") }
    return report
  }

  /// Shows random tables of samples in a view.
  ///
  /// - Parameters:
  ///   - seed: The seed of the tables.
  ///   - count: How many tables are shown.
  ///   - kind: What kind of tables they are.
  ///   - prepare: Brings the view to where it is ready; called once.
  ///   - shows: The row that each cell shows, by section, if the view can be asked.
  ///   - make: Makes the view. Nothing else may keep it.
  /// - Returns: What was wrong, and how much was tried.
  public static func check<View: TableView>(
    seed: UInt64, count: Int = 50, _ kind: RandomTables.Kind = RandomTables.Kind(),
    prepare: (View) -> Void = { _ in }, shows: ((View) -> [[SampleRow?]])? = nil, make: () -> View
  ) async -> ConformanceReport where View.Section == SampleSection, View.Row == SampleRow {
    await check(seed: seed, count: count, kind, table: { $0 }, prepare: prepare, shows: shows, make: make)
  }

  /// Shows random tables in a view whose rows and sections are of other types.
  ///
  /// - Parameters:
  ///   - seed: The seed of the tables.
  ///   - count: How many tables are shown.
  ///   - kind: What kind of tables they are.
  ///   - table: Makes such a table of a table of samples.
  ///   - prepare: Brings the view to where it is ready; called once.
  ///   - shows: The row that each cell shows, by section, if the view can be asked.
  ///   - make: Makes the view. Nothing else may keep it.
  /// - Returns: What was wrong, and how much was tried.
  package static func check<View: TableView>(
    seed: UInt64, count: Int = 50, _ kind: RandomTables.Kind = RandomTables.Kind(),
    table: (SampleTable) -> TableSnapshot<View.Section, View.Row>, prepare: (View) -> Void = { _ in },
    shows: ((View) -> [[View.Row?]])? = nil, make: () -> View
  ) async -> ConformanceReport {
    var report = await check(
      RandomTables.series(seed: seed, count: count, kind).map(table), prepare: prepare, shows: shows, make: make)
    report.seed = seed
    return report
  }

  private struct Weak<View: AnyObject> {
    weak var view: View?
    var isThere: Bool { view != nil }
  }

  private static func drive<View: TableView>(
    _ view: View, _ tables: [TableSnapshot<View.Section, View.Row>], _ prepare: (View) -> Void,
    _ shows: ((View) -> [[View.Row?]])?
  ) async -> (ConformanceReport, Weak<View>) {
    let watched = WatchedTableView(view, shows: shows)
    var options = TableOptions { [weak watched] in watched?.report.diagnostics.append($0) }
    options.shouldAnimate = { [weak watched] _ in watched?.reloads == true ? .reload : .animated }
    prepare(view)
    if !view.isReady { watched.report.fail(.becomesReady, "the view is not ready after it was prepared") }
    do {
      try await watched.withStore(options: options) { store in
        for (number, table) in tables.enumerated() {
          // Now and then a reload comes in the middle.
          watched.reloads = number % 7 == 6
          try await store.submit(table)
          watched.compare("after table \(number)")
        }
      }
    } catch {
      watched.report.fail(.showsLegalBatches, "the tables came to an early end: \(error)")
    }
    return (watched.report, Weak(view: view))
  }
}

extension RandomTables {
  /// Tables each of which is an edited version of the one before; an empty one stands at either end.
  @_spi(Adapters) public static func series(seed: UInt64, count: Int, _ kind: Kind = Kind()) -> [SampleTable] {
    var tables = RandomTables(seed: seed, kind)
    var series = [SampleTable()]
    for _ in 0..<max(0, count - 2) { series.append(tables.next(after: series[series.count - 1])) }
    series.append(SampleTable())
    return series
  }
}
