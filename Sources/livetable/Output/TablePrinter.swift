import LiveTables
import LiveTablesTerminal

/// The output of `--once` and `livetable patch`.
struct TablePrinter {
  let table: RecordTable
  /// The columns of the rows, in order.
  let columns: [String]
  /// The titles of the columns, if they differ from the names, or an empty array for no titles.
  var titles: [String]?
  var lineEnd = "\n"
  /// The separator of CSV fields.
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
    let values = rows { cells in cells.map { $0?.printed ?? "" } }
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
    let isSpaced = separator.isPadded && separator.byte != .tab
    let between = String(Unicode.Scalar(separator.byte)) + (isSpaced ? " " : "")
    func line(_ fields: [String]) -> String {
      fields.map { (isForTerminal ? Sanitizer.visible($0) : $0).field(separator.byte) }.joined(separator: between)
        + lineEnd
    }
    return line(titles ?? columns)
      + rows { cells in
        // A line with a single empty field would be a blank line.
        cells.count == 1 && (cells[0]?.printed ?? "").isEmpty ? "\"\"" + lineEnd : line(cells.map { $0?.written ?? "" })
      }.joined()
  }

  /// Maps the cells of each row, with `nil` for a column that the row does not have.
  private func rows<Line>(_ line: ([JSONValue?]) -> Line) -> [Line] {
    // Most rows have the columns of the previous row, so their positions are cached.
    var last: ColumnNames?
    var places: [Int?] = []
    return table.map { row in
      let object = row.object
      if last != object.columns {
        last = object.columns
        let known = Dictionary(object.columns.names.enumerated().map { (ExactText($1), $0) }) { $1 }
        places = columns.map { known[ExactText($0)] }
      }
      return line(places.map { place in place.map { object.values[$0] } })
    }
  }
}

extension JSONValue {
  /// The value as a CSV field, which is empty for `null`.
  fileprivate var written: String { self == .null ? "" : printed }
}

extension String {
  /// The text as a CSV field (RFC 4180), in quotes if it contains quotes, the separator or a line break.
  fileprivate func field(_ separator: UInt8) -> String {
    let isPlain = utf8.allSatisfy { $0 != .quote && $0 != .lineFeed && $0 != 0x0D && $0 != separator }
    if isPlain { return self }
    // Most fields contain no quotes, and searching for a byte is cheap.
    return "\"\(utf8.contains(.quote) ? replacingScalars("\"", with: "\"\"") : self)\""
  }
}
