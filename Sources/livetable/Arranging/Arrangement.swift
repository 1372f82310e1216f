/// The filter, order and grouping of rows.
struct Arrangement: Equatable, Sendable {
  /// The filter's text, which is empty for all rows.
  var search = ""
  /// The columns by which rows are sorted, or none to keep the order of the feed.
  var sortBy: [SortOrder] = []
  var onlyChanged = false
  var groupBy: String?
}

extension Arrangement {
  init(_ options: RecordOptions) {
    self.init(search: options.search ?? "", sortBy: options.sortBy, groupBy: options.groupBy)
  }

  var isSearch: Bool { search.contains { !$0.isWhitespace } }

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
