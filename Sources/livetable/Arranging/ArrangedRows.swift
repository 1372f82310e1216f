import LiveTables
import LiveTablesOperators

/// The pipeline from a feed to a view, with a live table and operators that sort, filter and group its rows.
///
/// Rows are sorted before they are filtered, so that a change to the filter does not sort them again.
@MainActor final class ArrangedRows {
  private let source = LiveTable<OneSection, Record>()
  private let order = LiveValue(RowOrder<Record>.unsorted)
  private let query = LiveValue("")
  private let condition = LiveValue<@Sendable (Record) -> Bool>({ _ in true })
  private let column = LiveValue<RowColumn?>(nil)
  private let summed = LiveValue<RowColumn?>(nil)
  private let arranged: DerivedTable<Group, Record>
  private let sums: DerivedTable<AggregatedSection<Group, ColumnSum.Value>, Record>
  private var settings = Settings()
  private(set) var list = RecordList(rows: []) { didSet { settledColumns = [:] } }
  private var settledColumns: [RowColumn: RowColumn] = [:]
  private var addedUp: RowColumn?
  private var asked: RowQuery?
  var ignored = IgnoredColumns(names: [])
  /// The rows before the last change, if any, for comparison.
  var former: RecordList?
  /// The old versions of rows by identity, while only changed rows are shown.
  private var unchanged: [ExactText: [Record]] = [:]

  init() {
    let found = source.sorted(by: order).filter(condition).searching(query, isCaseSmart: true) { $0.text }
    arranged = DerivedTable(from: found, by: GroupStep(nil), parameter: column)
    sums = DerivedTable(from: arranged, by: SumStep(nil), parameter: summed)
  }

  private struct Settings: Equatable {
    var sorted: [Sorted] = []
    var search = ""
    /// The column names that a filter may use, and the columns whose values the filter compares.
    var names: [String] = []
    var compared: [RowColumn] = []
    var onlyChanged = false
    var grouped: RowColumn?

    struct Sorted: Equatable {
      var column: RowColumn
      var isDescending: Bool
    }
  }

  /// Sorts, filters and groups rows.
  ///
  /// Only one call may run at a time. All work is done off the main actor.
  func table(of list: RecordList?, by arrangement: Arrangement, columns: [String]) async throws -> RecordTable {
    if let list { self.list = list }
    let before = settings
    let names = arrangement.search.contains { ":<>=~".contains($0) } ? columns : []
    var asked = self.asked
    if asked == nil || arrangement.search != before.search || names != before.names {
      asked = RowQuery(arrangement.search, columns: columns)
    }
    asked?.settle(settled)
    let wanted = Settings(
      sorted: arrangement.sortBy.map {
        Settings.Sorted(column: settled(RowColumn($0.column, among: columns)), isDescending: $0.isDescending)
      },
      search: arrangement.search, names: names, compared: asked?.conditionColumns ?? [],
      onlyChanged: arrangement.onlyChanged, grouped: arrangement.groupBy.map { RowColumn($0, among: columns) })
    settings = wanted
    if wanted.sorted != before.sorted { await order.set(Self.order(wanted.sorted)) }
    if let asked,
      wanted.search != before.search || wanted.names != before.names || wanted.compared != before.compared
        || wanted.onlyChanged != before.onlyChanged
    {
      // The library searches for words, and reuses its earlier results.
      self.asked = asked
      let isWords = asked.isWords
      await query.set(isWords ? wanted.search : "")
      if wanted.onlyChanged != before.onlyChanged {
        unchanged = wanted.onlyChanged ? await Self.byIdentity(former ?? self.list) : [:]
      }
      let (known, ignored, onlyChanged) = (unchanged, ignored, wanted.onlyChanged)
      let isFound: @Sendable (Record) -> Bool = { row in
        let isNew = !onlyChanged || known[row.identity]?.contains { !ignored.areDifferent($0, row) } != true
        return isNew && (isWords || asked.matches(row))
      }
      await condition.set(isFound)
    }
    if wanted.grouped != before.grouped { await column.set(wanted.grouped) }
    if let list { try await source.set(list) }
    return await arranged.current
  }

  @concurrent private static func byIdentity(_ list: RecordList) async -> [ExactText: [Record]] {
    Dictionary(grouping: list, by: \.identity)
  }

  /// Parses a filter, using the columns of the newest rows.
  func query(_ text: String, columns: [String]) -> RowQuery {
    var query = RowQuery(text, columns: columns)
    query.settle(settled)
    return query
  }

  /// Returns the column with the number style of the newest rows.
  func settled(_ column: RowColumn) -> RowColumn {
    if let known = settledColumns[column] { return known }
    let settled = column.settled(for: list)
    settledColumns[column] = settled
    return settled
  }

  var isTooSlow: Bool { asked?.isTooSlow ?? false }

  func sums(of column: RowColumn?) async -> [Group: ColumnSum.Value] {
    let column = column.map(settled)
    if column != addedUp { await summed.set(column) }
    addedUp = column
    guard column != nil else { return [:] }
    let sections = await sums.current.sections.map { ($0.value.section, $0.value.value) }
    return Dictionary(sections) { first, _ in first }
  }

  private static func order(_ sorted: [Settings.Sorted]) -> RowOrder<Record> {
    guard let first = sorted.first else { return .unsorted }
    if sorted.count == 1 {
      return RowOrder(by: { SortKey(first.column.value(in: $0.object), first.column.style) }) {
        SortKey.precedes($0, $1, isDescending: first.isDescending)
      }
    }
    return RowOrder(by: { row in sorted.map { SortKey($0.column.value(in: row.object), $0.column.style) } }) {
      one, other in
      for (index, order) in sorted.enumerated() {
        if SortKey.precedes(one[index], other[index], isDescending: order.isDescending) { return true }
        if SortKey.precedes(other[index], one[index], isDescending: order.isDescending) { return false }
      }
      return false
    }
  }
}
