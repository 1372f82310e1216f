import LiveTables
import LiveTablesTerminal

/// Shows tables to people: on the terminal.
@MainActor final class ScreenSink: Sink {
  nonisolated let patience = 1
  private(set) var hasTrouble = false
  /// What is on the screen.
  let view: TerminalTableView<Group, Record>
  /// What is applied to it.
  let changes: AppliedChanges<Group, Record>
  private let tables: AsyncStream<RecordTable>.Continuation
  private let groupColumn: String?
  private var columns: [String] = []

  /// - Parameter groupColumn: The column that the rows are grouped by: sections have it as their header, and rows need
  ///   not repeat it.
  init(groupColumn: String?) {
    self.groupColumn = groupColumn
    let isGrouped = groupColumn != nil
    view = TerminalTableView(columns: [], sectionTitle: isGrouped ? { Self.title(of: $0) } : nil)
    let (stream, continuation) = AsyncStream.makeStream(of: RecordTable.self, bufferingPolicy: .bufferingNewest(1))
    tables = continuation
    changes = view.bind(stream, options: TableOptions(name: "livetable")).changes
  }

  func show(_ table: FedTable) async {
    if columns != table.columns {
      columns = table.columns
      view.columns = columns.enumerated().filter { !isGroupColumn($1) }.map { Self.column($1, at: $0) }
    }
    tables.yield(table.table)
  }

  func report(_ trouble: String) {
    hasTrouble = true
    view.message = trouble
  }

  func note(_ news: String) {
    view.message = news
  }

  func clear() {
    hasTrouble = false
    view.message = nil
  }

  private func isGroupColumn(_ name: String) -> Bool {
    groupColumn.map { $0.lowercased() == name.lowercased() } ?? false
  }

  private nonisolated static func title(of group: Group) -> String {
    group.name.string.isEmpty ? "(none)" : group.name.string
  }

  /// A column of the screen.
  ///
  /// - Parameter place: Where most rows have it.
  private static func column(_ name: String, at place: Int) -> TerminalColumn<Record> {
    TerminalColumn(name) { record in
      let object = record.object
      let names = object.columns.names
      if place < names.count, names[place].hasSameBytes(as: name) { return object.values[place].printed }
      let position = names.lastIndex { $0.hasSameBytes(as: name) }
      return position.map { object.values[$0].printed } ?? ""
    }
  }
}
