/// Rows without identities, in the order in which they were read.
struct InputTable {
  var source: String
  /// The columns of the header line, or `nil` if every row has its own columns.
  var header: ColumnNames?
  var rows: [InputRow] = []
  /// The invalid lines.
  var complaints = Complaints()
  /// A suggestion for the user if the text may have been read incorrectly.
  var hint: String?
}

struct InputRow: Equatable {
  var object: JSONObject
  /// The first line of the row, counted from 1.
  var line: Int
  /// Whether the row consists of the readable parts of an invalid line.
  var isPartial = false
}

/// The errors of invalid lines, listed up to a limit.
struct Complaints: Equatable, Sendable {
  private(set) var listed: [InputError] = []
  /// The number of all errors.
  private(set) var count = 0
  /// The number of invalid lines.
  private(set) var lineCount = 0
  /// The number of the last line, if the line is not JSON.
  private(set) var textEnd: Int?

  init(textEnd: Int? = nil) { self.textEnd = textEnd }

  var isEmpty: Bool { count == 0 }

  /// Adds an error.
  ///
  /// Errors for consecutive lines that are not JSON are combined.
  mutating func append(_ error: InputError) {
    lineCount += error.lineCount
    let continues = error.lastLine != nil && error.line == textEnd.map { $0 + 1 }
    textEnd = error.lastLine
    if continues {
      if count > 0, count == listed.count { listed[listed.count - 1].lastLine = textEnd }
      return
    }
    count += 1
    if listed.count < Limits.complaints { listed.append(error) }
  }

  mutating func append(contentsOf others: Complaints) {
    for error in others.listed { append(error) }
    let unlisted = others.count - others.listed.count
    (count, lineCount) = (count + unlisted, lineCount + unlisted)
  }

  /// A message for each listed error, and a message with the number of other errors.
  var texts: [String] {
    listed.map { "\($0)" } + (count > listed.count ? ["\(count - listed.count) more lines could not be read"] : [])
  }
}
