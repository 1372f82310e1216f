/// A table that a feed sends to a sink, which arranges its rows.
struct FedTable: Equatable, Sendable {
  var table: RecordList
  /// All columns of the rows, in order of first appearance.
  var columns: [String]
  /// A description of the columns that identify rows.
  var identity = ""
  /// Whether the table cannot be compared with the previous one, because other columns identify its rows.
  var isBaseline = false
  /// Whether the table comes from a different source than the previous table, so that no changes are marked.
  var isOther = false
  /// The time of a past state, in seconds since 1970, or `nil` for the present.
  var time: Double?
  /// The invalid lines of the table, unless it comes from a stream.
  var complaints = Complaints()
  /// The number of invalid lines of the stream.
  var badLineCount = 0
  /// A suggestion for the user, if the text may have been read incorrectly.
  var hint: String?
  /// The number of tables that were skipped before this table.
  var superseded = 0
}
