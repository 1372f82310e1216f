/// A table on its way from a feed to a sink, which arranges its rows.
struct FedTable: Sendable {
  var table: RecordList
  /// All columns that its rows have, in order of first appearance.
  var columns: [String]
  /// How many tables were skipped for this one.
  var superseded = 0
}
