/// How rows are written in a file or in a command's output.
enum InputFormat: Equatable, Sendable {
  /// JSON values one after the other: an object is a row, an array has rows.
  case json
  /// Values with a separator between them, below a header line.
  case separated(Separator)
  /// Columns that white space separates, as most commands print them.
  case columns

  /// Comma-separated values.
  static let csv = InputFormat.separated(.comma)
  /// Tab-separated values.
  static let tsv = InputFormat.separated(.tab)

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
  /// JSON begins with an object or an array of them. Lines that all have as many separators have fields between them.
  /// Everything else has columns.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - layout: What the command line says about it.
  init(of text: InputText, layout: TextLayout = TextLayout()) {
    if let separator = layout.separator ?? Separator(namedBy: text) {
      self = .separated(separator)
    } else if text.bytes[text.range].beginsJSON {
      self = .json
    } else if !text.hasBox, let separator = Separator(of: text, hasHeader: !layout.hasNoHeader) {
      self = .separated(separator)
    } else {
      self = .columns
    }
  }

  /// The format of a text whose name or option says one, which may have another separator.
  ///
  /// - Parameter isGuess: Whether a file's extension says it: then the text may be something else.
  func settled(for text: InputText, layout: TextLayout, isGuess: Bool) -> InputFormat {
    if let separator = layout.separator { return .separated(separator) }
    switch self {
    case .separated(let separator):
      return isGuess && text.bytes[text.range].beginsJSON ? .json : .separated(separator.settled(for: text))
    case .json:
      guard isGuess else { return self }
      // One line of a log that is no JSON may be the first.
      let begins = text.textLines(limit: 10).map { text.bytes[$0.words[0].bytes.lowerBound] }
      return begins.isEmpty || begins.contains(where: Self.mayBeginJSON) ? self : InputFormat(of: text, layout: layout)
    case .columns: return self
    }
  }

  /// Whether either may begin with this byte.
  static func mayBeginJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
}

extension Collection<UInt8> {
  /// The first two bytes that are not blank.
  var start: [UInt8] { Array(lazy.filter { !$0.isWhiteSpace }.prefix(2)) }

  /// Whether an object or an array of them begins here.
  var beginsJSON: Bool {
    let start = start
    return ["{\"", "{}", "[{", "[]"].contains { start.elementsEqual($0.utf8) }
  }
}

extension TextLayout {
  /// The layout of a text that itself has said what its format is: a first line that looks like a row is one.
  func settled(for text: InputText, in format: InputFormat) -> TextLayout {
    guard !hasNoHeader, case .separated(let separator) = format else { return self }
    var reader = CSVReader(text, separator: separator)
    reader.skipPreamble()
    guard let first = (try? reader.readFields())?.fields, let second = (try? reader.readFields())?.fields else {
      return self
    }
    var layout = self
    if first.isRow(above: second) { layout.hasNoHeader = true }
    return layout
  }
}

extension [String] {
  /// Whether the fields of a first line are a row, and no titles: one looks like data, as the one below it does.
  fileprivate func isRow(above second: [String]) -> Bool {
    let pairs = zip(self, second)
    let hasYears = pairs.contains { $0.isYear && !$1.isYear }
    // No title stands above itself.
    return pairs.contains { one, other in
      !one.isEmpty && (one == other || one.looksLikeData && other.looksLikeData && !(hasYears && one.isYear))
    }
  }
}

extension String {
  /// Whether it is a number that titles have: `country,2019,2020`.
  fileprivate var isYear: Bool { count == 4 && (hasPrefix("19") || hasPrefix("20")) && Int(self) != nil }
}

extension InputTable {
  /// Reads a text in the format that it seems to have.
  ///
  /// - Parameters:
  ///   - text: The text, without the lines that are left out.
  ///   - named: The format that an option or an extension says.
  ///   - isGuess: Whether an extension says it.
  ///   - layout: What the command line says.
  ///   - mayLackHeader: Whether a first line that looks like a row is one.
  ///   - plan: What is known about the columns of earlier texts from the same source.
  /// - Returns: The table, its format, and what the text has said about its lines.
  static func reading(
    _ text: InputText, named: InputFormat?, isGuess: Bool, layout: TextLayout, mayLackHeader: Bool = true,
    plan: inout ColumnPlan?
  ) -> (table: InputTable, format: InputFormat, layout: TextLayout) {
    let format =
      named?.settled(for: text, layout: layout, isGuess: isGuess) ?? InputFormat(of: text, layout: layout)
    let settled = named == nil && mayLackHeader ? layout.settled(for: text, in: format) : layout
    let table = InputTable(text, format: format, layout: settled, plan: &plan)
    // What only seems to have separators has columns.
    if named == nil, layout.separator == nil, Separator(namedBy: text) == nil, case .separated = format,
      table.complaints.count * 10 > table.rows.count
    {
      return (InputTable(text, format: .columns, layout: layout, plan: &plan), .columns, layout)
    }
    return (table, format, settled)
  }

  /// Reads a text in a format, and what can be read of lines that are no such text.
  ///
  /// - Parameters:
  ///   - text: The text, without the lines that are left out.
  ///   - format: What it is.
  ///   - layout: What the command line says about it.
  ///   - plan: What is known about the columns of earlier texts from the same source.
  init(
    _ text: InputText, format: InputFormat, layout: TextLayout = TextLayout(), plan: inout ColumnPlan?
  ) {
    switch format {
    case .json: self.init(json: text)
    case .separated(let separator): self.init(separatedBy: separator, text, hasHeader: !layout.hasNoHeader)
    case .columns: self.init(columnsOf: text, layout: layout, plan: &plan)
    }
  }
}
