/// Which rows are shown, in what order, and in which groups: columns by name, as they were asked for.
struct Arrangement: Equatable, Sendable {
  /// The words that rows have to have; none for all rows.
  var search = ""
  /// The order of rows by columns, the first one first; without any, that in which they come.
  var sortBy: [SortOrder] = []
  /// Whether only rows are shown that have changed.
  var onlyChanged = false
  /// The column that rows are grouped by.
  var groupBy: String?
}

extension Arrangement {
  /// What the command line says.
  init(_ options: RecordOptions) {
    self.init(search: options.search ?? "", sortBy: options.sortBy, groupBy: options.groupBy)
  }

  /// Whether some rows may be left out.
  var isSearch: Bool { search.contains { !$0.isWhitespace } }

  /// In the fewest words, for a status line.
  var notes: [String] {
    var notes: [String] = []
    if isSearch { notes.append("/\(search)") }
    if onlyChanged { notes.append("changed rows") }
    let orders = sortBy.map { "\($0.column)\($0.isDescending ? "↓" : "↑")" }
    if !orders.isEmpty { notes.append("by " + orders.joined(separator: ", ")) }
    if let groupBy { notes.append("per \(groupBy)") }
    return notes
  }
}
