public import LiveTablesCells

/// Checks that a view meets the requirements of `TableView`, to test custom adapters.
///
/// The checks update the view in the same way as a binding, and return problems as values. You can use them with any test
/// library:
///
/// ```swift
/// let report = await TableViewConformance.check(seed: 1) { MyTableView() }
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
@MainActor public enum TableViewConformance {
  /// Shows a series of tables in a view, one after another, and verifies that the view displays them correctly.
  ///
  /// - Parameters:
  ///   - tables: The tables to show.
  ///   - prepare: A closure that is called once to make the view ready, for example by adding it to a window.
  ///   - shows: A closure that returns the rows that the view's cells show, in an array for each section, with `nil`
  ///     for a missing cell. Pass `nil` if the view cannot report its cells.
  ///   - make: A closure that creates the view. The closure must not retain the view, because the check verifies that
  ///     the view is deallocated.
  public static func check<View: TableView>(
    _ tables: [TableSnapshot<View.Section, View.Row>], prepare: (View) -> Void = { _ in },
    shows: ((View) -> [[View.Row?]])? = nil, make: () -> View
  ) async -> ConformanceReport {
    var (report, view) = await drive(make(), tables, prepare, shows)
    // The platform may release objects after a delay.
    for _ in 0..<100 where view.isThere { await Task.yield() }
    if view.isThere { report.fail(.isReleased, "the view is still alive") }
    return report
  }

  /// Shows random tables of sample rows in a view, and verifies that the view displays them correctly.
  ///
  /// - Parameters:
  ///   - seed: The seed from which the tables are generated.
  ///   - count: The number of tables.
  ///   - kind: The size of the tables and the number of edits.
  ///   - prepare: A closure that is called once to make the view ready.
  ///   - shows: A closure that returns the rows on screen, or `nil` to compare only what the view reports.
  ///   - make: A closure that creates the view, and must not retain it.
  public static func check<View: TableView>(
    seed: UInt64, count: Int = 50, _ kind: RandomTables.Kind = RandomTables.Kind(),
    prepare: (View) -> Void = { _ in }, shows: ((View) -> [[SampleRow?]])? = nil, make: () -> View
  ) async -> ConformanceReport where View.Section == SampleSection, View.Row == SampleRow {
    await check(seed: seed, count: count, kind, table: { $0 }, prepare: prepare, shows: shows, make: make)
  }

  /// Shows random tables with custom types of rows and sections.
  ///
  /// - Parameter table: A closure that converts a table of sample rows.
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
    var options = BindingOptions { [weak watched] in watched?.report.diagnostics.append($0) }
    options.shouldAnimate = { [weak watched] _ in watched?.reloads == true ? .reload : .animated }
    prepare(view)
    if !view.isReady { watched.report.fail(.becomesReady, "the view is not ready after it was prepared") }
    do {
      try await watched.withStore(options: options) { store in
        for (number, table) in tables.enumerated() {
          // Some tables are shown by reloading.
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
  /// Returns tables that start and end with an empty table, each of which is an edited version of the previous one.
  package static func series(seed: UInt64, count: Int, _ kind: Kind = Kind()) -> [SampleTable] {
    var tables = RandomTables(seed: seed, kind)
    var series = [SampleTable()]
    for _ in 0..<max(0, count - 2) { series.append(tables.next(after: series[series.count - 1])) }
    series.append(SampleTable())
    return series
  }
}
