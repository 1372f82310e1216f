/// A table that a feed sends to a sink, which arranges its rows.
struct FeedTable: Equatable, Sendable {
  var table: RecordList
  var columns: [String]
  var identity = ""
  /// Whether the table cannot be compared with the previous table, because other columns identify its rows.
  var isBaseline = false
  /// Whether the table comes from a different source than the previous table, so that no changes are marked.
  var isFromOtherSource = false
  /// The time of a past state, in seconds since 1970, or `nil` for the present.
  var time: Double?
  var complaints = Complaints()
  var badLineCount = 0
  var hint: String?
  var skippedCount = 0
}
