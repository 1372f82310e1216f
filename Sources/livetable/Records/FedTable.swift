/// A table on its way from a feed to a sink, which arranges its rows.
struct FedTable: Sendable {
  var table: RecordList
  /// All columns that its rows have, in order of first appearance.
  var columns: [String]
  /// What identifies its rows, for people.
  var identity = ""
  /// Whether it is not compared with the table before, since other columns identify its rows.
  var isBaseline = false
  /// Whether it comes from somewhere else than the table before: then nothing has changed.
  var isOther = false
  /// When it was, in seconds since 1970; without it, now.
  var time: Double?
  /// What is wrong with its lines, if they were read at once.
  var complaints = Complaints()
  /// How many lines of its stream could not be read.
  var badLineCount = 0
  /// What people could do about a text that may not be read as they want.
  var hint: String?
  /// How many tables were skipped for this one.
  var superseded = 0
}
