import LiveTables
import LiveTablesOperators

/// The pipeline from a feed to a view, with a live table and operators that sort, filter and group its rows.
///
/// Rows are sorted before they are filtered, so that a change to the filter does not sort them again.
@MainActor final class ArrangedRows {
  private let source = LiveTable<OneSection, Record>()
  private let order = LiveValue(RowOrder<Record>.unsorted)
  private let searchedText = LiveValue("")
  private let condition = LiveValue<@Sendable (Record) -> Bool>({ _ in true })
  private let groupColumn = LiveValue<RowColumn?>(nil)
  private let sumColumn = LiveValue<RowColumn?>(nil)
  private let arranged: DerivedTable<Group, Record>
  private let sums: DerivedTable<AggregatedSection<Group, ColumnSum.Value>, Record>
  private var settings = Settings()
  private(set) var list = RecordList(rows: []) { didSet { styledColumns = [:] } }
  private var styledColumns: [RowColumn: RowColumn] = [:]
  private var summedColumn: RowColumn?
  private var filter: RowQuery?
  var ignored = IgnoredColumns(names: [])
  /// The rows before the last change, if any, for comparison.
  var previousList: RecordList?
  /// The previous versions of rows by identity, while only changed rows are shown.
  private var previousRows: [ExactText: [Record]] = [:]

  init() {
    let found = source.sorted(by: order).filter(condition).searching(searchedText, isCaseSmart: true) { $0.text }
    arranged = DerivedTable(from: found, by: GroupStep(nil), parameter: groupColumn)
    sums = DerivedTable(from: arranged, by: SumStep(nil), parameter: sumColumn)
  }

  private struct Settings: Equatable {
    var sorted: [Sorted] = []
    var filter = Filter()
    var grouped: RowColumn?

    struct Sorted: Equatable {
      var column: RowColumn
      var isDescending: Bool
    }

    struct Filter: Equatable {
      var text = ""
      var names: [String] = []
      var compared: [RowColumn] = []
      var onlyChanged = false
    }
  }

  /// Sorts, filters and groups rows.
  ///
  /// Only one call may run at a time. All work is done off the main actor.
  func table(of list: RecordList?, by arrangement: Arrangement, columns: [String]) async throws -> RecordTable {
    if let list { self.list = list }
    let old = settings
    let names = arrangement.search.contains { ":<>=~".contains($0) } ? columns : []
    var query = filter
    if query == nil || arrangement.search != old.filter.text || names != old.filter.names {
      query = RowQuery(arrangement.search, columns: columns)
    }
    query?.styleColumns(styled)
    let new = Settings(
      sorted: arrangement.sortBy.map {
        Settings.Sorted(column: styled(RowColumn($0.column, among: columns)), isDescending: $0.isDescending)
      },
      filter: Settings.Filter(
        text: arrangement.search, names: names, compared: query?.conditionColumns ?? [],
        onlyChanged: arrangement.onlyChanged),
      grouped: arrangement.groupBy.map { RowColumn($0, among: columns) })
    settings = new
    if new.sorted != old.sorted { await order.set(Self.order(new.sorted)) }
    if let query, new.filter != old.filter { await apply(query, new.filter, old.filter) }
    if new.grouped != old.grouped { await groupColumn.set(new.grouped) }
    if let list { try await source.set(list) }
    return await arranged.current
  }

  private func apply(_ query: RowQuery, _ new: Settings.Filter, _ old: Settings.Filter) async {
    filter = query
    // The library searches for words, and reuses its earlier results.
    let isWords = query.isWords
    await searchedText.set(isWords ? new.text : "")
    if new.onlyChanged != old.onlyChanged {
      previousRows = new.onlyChanged ? await Self.byIdentity(previousList ?? list) : [:]
    }
    let (previousRows, ignored) = (previousRows, ignored)
    await condition.set { row in
      let isChanged =
        !new.onlyChanged || previousRows[row.identity]?.contains { !ignored.areDifferent($0, row) } != true
      return isChanged && (isWords || query.matches(row))
    }
  }

  @concurrent private static func byIdentity(_ list: RecordList) async -> [ExactText: [Record]] {
    Dictionary(grouping: list, by: \.identity)
  }

  /// Parses a filter, using the columns of the newest rows.
  func query(_ text: String, columns: [String]) -> RowQuery {
    var query = RowQuery(text, columns: columns)
    query.styleColumns(styled)
    return query
  }

  /// Returns the column with the number style of the newest rows.
  func styled(_ column: RowColumn) -> RowColumn {
    if let known = styledColumns[column] { return known }
    let styled = column.styled(for: list)
    styledColumns[column] = styled
    return styled
  }

  var isTooSlow: Bool { filter?.isTooSlow ?? false }

  func sums(of column: RowColumn?) async -> [Group: ColumnSum.Value] {
    let column = column.map(styled)
    if column != summedColumn { await sumColumn.set(column) }
    summedColumn = column
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
