import LiveTables
import LiveTablesTerminal

struct TablePrinter {
  let table: RecordTable
  let columns: [String]
  /// The titles if they differ from the names of the columns, or an empty array for no titles.
  var titles: [String]?
  var lineEnd = "\n"
  var separator = Separator.comma
  /// Whether the output is a terminal, on which control characters in data are made visible.
  var isForTerminal = false

  /// Returns the text in a format, in which every line ends with a line break.
  func text(_ format: PrintFormat) -> String {
    switch format {
    case .text: plain
    case .csv: separated(by: separator)
    case .tsv: separated(by: .tab)
    case .json:
      table.isEmpty
        ? "[]" + lineEnd
        : "[" + lineEnd + objects.map { "  " + $0 }.joined(separator: "," + lineEnd) + lineEnd + "]" + lineEnd
    case .ndjson: objects.map { $0 + lineEnd }.joined()
    }
  }

  /// The table with aligned columns, and the names of sections above their rows.
  private var plain: String {
    if columns.isEmpty { return "" }
    var values: [[String]] = []
    forEachRow { object, indices in values.append(indices.map { $0.map { object.values[$0].printed } ?? "" }) }
    let titles = titles ?? columns
    let hasTitles = !titles.isEmpty
    var lines = PlainTable.lines(titles: hasTitles ? titles : columns.map { _ in "" }, rows: values)[...]
    guard let title = lines.popFirst() else { return "" }
    var text = hasTitles ? title + lineEnd : ""
    for section in table.sections {
      if !section.value.isAll {
        text += "\(Sanitizer.visible(section.value.name.string)) (\(section.rows.count))" + lineEnd
      }
      for line in lines.prefix(section.rows.count) { text += line + lineEnd }
      lines = lines.dropFirst(section.rows.count)
    }
    return text
  }

  /// The rows as JSON, limited to the columns.
  private var objects: [String] {
    let shown = Set(columns.map { ExactText($0) })
    var last: (columns: ColumnNames, kept: [Int])?
    return table.map { row in
      let object = row.object
      let names = object.columns.names
      let kept =
        if let last, last.columns === object.columns { last.kept } else {
          names.indices.filter { shown.contains(ExactText(names[$0])) }
        }
      last = (object.columns, kept)
      if kept.count == names.count { return object.line }
      return JSONObject(columns: ColumnNames(kept.map { names[$0] }), values: kept.map { object.values[$0] }).line
    }
  }

  private func separated(by separator: Separator) -> String {
    if columns.isEmpty { return "" }
    var text: [UInt8] = []
    append(titles ?? columns, by: separator, to: &text)
    forEachRow { object, indices in
      let fields = indices.lazy.map { index in index.map { object.values[$0].written } ?? "" }
      // A line with a single empty field would be a blank line.
      let isBlank = fields.count == 1 && fields[0].isEmpty
      if isBlank { text += "\"\"\(lineEnd)".utf8 } else { append(fields, by: separator, to: &text) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func append(_ fields: some Sequence<String>, by separator: Separator, to text: inout [UInt8]) {
    var isFirst = true
    for field in fields {
      if !isFirst {
        text.append(separator.byte)
        if separator.isPadded, separator.byte != .tab { text.append(.space) }
      }
      isFirst = false
      text.appendField(isForTerminal ? Sanitizer.visible(field) : field, separator.byte)
    }
    text += lineEnd.utf8
  }

  /// Calls a closure for each row, with the index of each column's value, or `nil` if the row lacks the column.
  private func forEachRow(_ body: (_ object: JSONObject, _ indices: [Int?]) -> Void) {
    // Most rows have the columns of the previous row.
    var last: ColumnNames?
    var indices: [Int?] = []
    for row in table {
      let object = row.object
      if last != object.columns {
        last = object.columns
        let known = Dictionary(object.columns.names.enumerated().map { (ExactText($1), $0) }) { $1 }
        indices = columns.map { known[ExactText($0)] }
      }
      body(object, indices)
    }
  }
}

extension JSONValue {
  /// The text of a CSV field, which is empty for `null`.
  fileprivate var written: String { if case .null = self { "" } else { printed } }
}

extension [UInt8] {
  /// Appends a CSV field (RFC 4180), in quotes if it contains quotes, the separator or a line break.
  fileprivate mutating func appendField(_ field: String, _ separator: UInt8) {
    var field = field
    field.withUTF8 { bytes in
      let isPlain = bytes.allSatisfy { $0 != .quote && $0 != .lineFeed && $0 != .carriageReturn && $0 != separator }
      if isPlain { return append(contentsOf: bytes) }
      append(.quote)
      for byte in bytes {
        if byte == .quote { append(.quote) }
        append(byte)
      }
      append(.quote)
    }
  }
}
