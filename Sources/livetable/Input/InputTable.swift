/// Rows as they were read, before anybody asked who they are.
struct InputTable {
  /// The file, or whatever else the rows came from, as people know it.
  var source: String
  /// The columns that a header line names, or `nil` where every row brings its own.
  var header: ColumnNames?
  var rows: [InputRow] = []
}

/// A row as it was read.
struct InputRow: Equatable {
  var object: JSONObject
  /// The line it starts on, counted from 1.
  var line: Int
}
