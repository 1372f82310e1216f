/// Rows as they were read, before anybody asked who they are.
struct InputTable {
  /// The file, or whatever else the rows came from, as people know it.
  var source: String
  /// The columns that a header line names, or `nil` where every row brings its own.
  var header: ColumnNames?
  var rows: [InputRow] = []

  /// Whether the columns have names, and not numbers where no line named them.
  var hasTitles: Bool { header.map { $0.names.first != "1" } ?? true }
}

/// A row as it was read.
struct InputRow: Equatable {
  var object: JSONObject
  /// The line it starts on, counted from 1.
  var line: Int
}
