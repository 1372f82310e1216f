/// How rows are written in a file or in a command's output.
enum InputFormat: Equatable, Sendable {
  /// JSON values one after the other: an object is a row, an array has rows.
  case json
  /// Comma-separated values below a header line.
  case csv
  /// Tab-separated values below a header line.
  case tsv
  /// Columns that white space separates, as most commands print them.
  case columns

  /// The format of a file's extension.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(name: String(name[name.index(after: dot)...].lowercased()))
  }

  /// The format of a name: that of an extension, or of the option `--input`.
  init?(name: String) {
    switch name {
    case "json", "ndjson", "jsonl": self = .json
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "columns": self = .columns
    default: return nil
    }
  }

  /// The format that a text looks like.
  ///
  /// JSON begins with an object or an array of them. Lines that all have as many tabs, or commas without a blank behind
  /// them, are separated by them. Everything else has columns.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - layout: What the command line says about it.
  init(of text: InputText, layout: TextLayout = TextLayout()) {
    let hasHeader = layout.hasHeader ?? true
    let start = Array(text.bytes[text.range].lazy.filter { !$0.isWhiteSpace }.prefix(2))
    if Self.beginsJSON(start) {
      self = .json
    } else if Self.separates(.tab, text, hasHeader) {
      self = .tsv
    } else if Self.separates(.comma, text, hasHeader) {
      self = .csv
    } else {
      self = .columns
    }
  }

  /// Whether an object or an array of them begins with these two bytes, which are not blank.
  static func beginsJSON(_ start: [UInt8]) -> Bool {
    ["{\"", "{}", "[{", "[]"].contains { start.elementsEqual($0.utf8) }
  }

  /// Whether either may begin with this byte.
  static func mayBeginJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  /// Whether the first line and those below it have as many fields each.
  private static func separates(_ separator: UInt8, _ text: InputText, _ hasHeader: Bool) -> Bool {
    var reader = CSVReader(text, separator: separator)
    guard let header = (try? reader.readFields())?.fields, header.count > 1,
      !header.contains(where: { $0.hasPrefix(" ") }),
      !(hasHeader && separator == .comma && header.areTornNumbers)
    else { return false }
    // The text may end in the middle of a row.
    let rows = (0..<10).compactMap { _ in (try? reader.readFields())?.fields.count }
    return rows.first == header.count && rows.count { $0 != header.count } <= 1
  }
}

extension TextLayout {
  /// The layout of a text that itself has said what its format is: a first line that looks like a row is one.
  func settled(for text: InputText, in format: InputFormat) -> TextLayout {
    guard hasHeader == nil, format == .csv || format == .tsv else { return self }
    var reader = CSVReader(text, separator: format == .tsv ? .tab : .comma)
    guard let first = (try? reader.readFields())?.fields, let second = (try? reader.readFields())?.fields else {
      return self
    }
    var layout = self
    if first.isRow(above: second) { layout.hasHeader = false }
    return layout
  }
}

extension [String] {
  /// Whether the fields of a first line are a row, and no titles: one looks like data, as the one below it does.
  fileprivate func isRow(above second: [String]) -> Bool {
    let pairs = zip(self, second)
    let hasYears = pairs.contains { $0.isYear && !$1.isYear }
    return pairs.contains { !$0.isEmpty && $0.looksLikeData && $1.looksLikeData && !(hasYears && $0.isYear) }
  }

  /// Whether the commas between the fields are those of numbers in a text: `cpu 0,15`, `10:00:00,123 started`.
  fileprivate var areTornNumbers: Bool {
    contains { $0.contains(" ") }
      && zip(self, dropFirst()).allSatisfy { $0.last?.isNumber == true && $1.first?.isNumber == true }
  }
}

extension String {
  /// Whether it is a number that titles have: `country,2019,2020`.
  fileprivate var isYear: Bool { count == 4 && (hasPrefix("19") || hasPrefix("20")) && Int(self) != nil }
}

extension InputTable {
  /// Reads a text in a format.
  ///
  /// - Parameters:
  ///   - text: The text, without the lines that are left out.
  ///   - format: What it is.
  ///   - layout: What the command line says about it.
  ///   - plan: What is known about the columns of earlier texts from the same source.
  init(
    _ text: InputText, format: InputFormat, layout: TextLayout = TextLayout(), plan: inout ColumnPlan?
  ) throws(InputError) {
    switch format {
    case .json: try self.init(json: text)
    case .csv: try self.init(separatedBy: .comma, text, hasHeader: layout.hasHeader ?? true)
    case .tsv: try self.init(separatedBy: .tab, text, hasHeader: layout.hasHeader ?? true)
    case .columns: self.init(columnsOf: text, layout: layout, plan: &plan)
    }
  }
}
