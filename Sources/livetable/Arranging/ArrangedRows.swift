import LiveTables
import LiveTablesOperators

/// Rows on their way from a feed to a view: a live table, and operators that sort, search and group it.
///
/// The search comes behind the order, so that what is typed sorts nothing.
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
  /// All rows of the last time.
  private var list = RecordList(rows: []) { didSet { settledColumns = [:] } }
  private var settledColumns: [RowColumn: RowColumn] = [:]
  private var addedUp: RowColumn?
  /// What is searched for.
  private var asked: RowQuery?

  init() {
    let found = source.sorted(by: order).filter(condition).searching(query, isCaseSmart: true) { $0.text }
    arranged = DerivedTable(from: found, by: GroupStep(nil), parameter: column)
    sums = DerivedTable(from: arranged, by: SumStep(nil), parameter: summed)
  }

  /// What operators are set to.
  private struct Settings: Equatable {
    var sorted: Sorted?
    var search = ""
    /// The columns that a search may name.
    var names: [String] = []
    var grouped: RowColumn?

    struct Sorted: Equatable {
      var column: RowColumn
      var isDescending: Bool
    }
  }

  /// Arranges rows.
  ///
  /// One call at a time; all work is done elsewhere than on the main actor.
  ///
  /// - Parameters:
  ///   - list: All rows, or `nil` for those of the last time.
  ///   - arrangement: Which of them are shown, in what order.
  ///   - columns: The columns that rows have had so far.
  /// - Throws: What a live table throws that has ended, which this one never does.
  func table(of list: RecordList?, by arrangement: Arrangement, columns: [String]) async throws -> RecordTable {
    if let list { self.list = list }
    let wanted = Settings(
      sorted: arrangement.sortBy.map {
        Settings.Sorted(column: settled(RowColumn($0.column, among: columns)), isDescending: $0.isDescending)
      },
      search: arrangement.search, names: arrangement.search.contains(":") ? columns : [],
      grouped: arrangement.groupBy.map { RowColumn($0, among: columns) })
    let before = settings
    settings = wanted
    if wanted.sorted != before.sorted { await order.set(Self.order(wanted.sorted)) }
    if wanted.search != before.search || wanted.names != before.names {
      // Words are searched for by the library, which knows those that were found before.
      let asked = RowQuery(wanted.search, columns: columns)
      self.asked = asked
      await query.set(asked.isWords ? wanted.search : "")
      let isWords = asked.isWords
      let isFound: @Sendable (Record) -> Bool = { row in isWords || asked.matches(row) }
      await condition.set(isFound)
    }
    if wanted.grouped != before.grouped { await column.set(wanted.grouped) }
    if let list { try await source.set(list) }
    return await arranged.current
  }

  /// A column as the rows of the last time have it, which say how its numbers are written.
  func settled(_ column: RowColumn) -> RowColumn {
    if let known = settledColumns[column] { return known }
    let settled = column.settled(for: list)
    settledColumns[column] = settled
    return settled
  }

  /// Whether the search was given up, since it takes too long.
  var isTooSlow: Bool { asked?.isTooSlow ?? false }

  /// The sums of a column of the rows of the last time, by group.
  func sums(of column: RowColumn?) async -> [Group: ColumnSum.Value] {
    let column = column.map(settled)
    if column != addedUp { await summed.set(column) }
    addedUp = column
    guard column != nil else { return [:] }
    let sections = await sums.current.sections.map { ($0.value.section, $0.value.value) }
    return Dictionary(sections) { first, _ in first }
  }

  private static func order(_ sorted: Settings.Sorted?) -> RowOrder<Record> {
    guard let sorted else { return .unsorted }
    return RowOrder(by: { SortKey(sorted.column.value(in: $0.object), sorted.column.style) }) {
      SortKey.precedes($0, $1, isDescending: sorted.isDescending)
    }
  }
}
