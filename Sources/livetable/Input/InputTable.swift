/// Rows as they were read, before anybody asked who they are.
struct InputTable {
  /// The file, or whatever else the rows came from, as people know it.
  var source: String
  /// The columns that a header line names, or `nil` where every row brings its own.
  var header: ColumnNames?
  var rows: [InputRow] = []
  /// What is wrong with lines that could not be read, or not as a whole.
  var complaints = Complaints()
  /// What people could do about a text that may not be read as they want.
  var hint: String?
}

/// A row as it was read.
struct InputRow: Equatable {
  var object: JSONObject
  /// The line it starts on, counted from 1.
  var line: Int
  /// Whether the line could not be read as a whole: this is what could be.
  var isPartial = false
}

/// What is wrong with the lines of a table, one by one up to a limit.
struct Complaints: Equatable, Sendable {
  /// The first of them.
  private(set) var listed: [InputError] = []
  /// How many there are.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ error: InputError) {
    count += 1
    if listed.count < Limits.complaints { listed.append(error) }
  }

  mutating func append(contentsOf others: Complaints) {
    for error in others.listed { append(error) }
    count += others.count - others.listed.count
  }

  /// What people are told: one line for each, and how many more there are.
  var texts: [String] {
    listed.map { "\($0)" } + (count > listed.count ? ["\(count - listed.count) more lines could not be read"] : [])
  }
}

extension InputTable {
  /// Leaves out rows that could not be read as a whole.
  mutating func dropPartialRows() { rows.removeAll(where: \.isPartial) }
}
