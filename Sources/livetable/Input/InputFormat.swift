enum InputFormat: Equatable, Sendable {
  /// A sequence of JSON values: an object is a row, and an array contains rows.
  case json
  /// Values with separators between them, below a header line.
  case separated(Separator)
  /// Columns that are separated by white space, as most commands print them.
  case columns

  static let csv = InputFormat.separated(.comma)
  static let tsv = InputFormat.separated(.tab)

  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(name: String(name[name.index(after: dot)...].lowercased()))
  }

  init?(name: String) {
    switch name {
    case "json", "ndjson", "jsonl": self = .json
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "columns": self = .columns
    default: return nil
    }
  }

  /// Recognizes the format of a text.
  ///
  /// JSON starts with an object, or with an array of objects. If all lines contain the same number of separators, these
  /// separate fields. All other texts have columns.
  init(of text: InputText, layout: TextLayout = TextLayout()) {
    if let separator = layout.separator ?? Separator(namedBy: text) {
      self = .separated(separator)
    } else if text.bytes[text.range].beginsJSON {
      self = .json
    } else if Box(of: text) == nil, let separator = Separator(of: text, hasHeader: !layout.hasNoHeader) {
      self = .separated(separator)
    } else {
      self = .columns
    }
  }

  /// Returns the format with the separator of a text, which may differ from the separator that an option names.
  func resolved(for text: InputText, layout: TextLayout, isGuess: Bool) -> InputFormat {
    if let separator = layout.separator { return .separated(separator) }
    switch self {
    case .separated(let separator):
      return isGuess && text.bytes[text.range].beginsJSON ? .json : .separated(separator.resolved(for: text))
    case .json:
      guard isGuess else { return self }
      // The first line of a log may be the only one that is not JSON.
      let begins = text.textLines(limit: 10).map { text.bytes[$0.words[0].bytes.lowerBound] }
      return begins.isEmpty || begins.contains(where: Self.mayBeginJSON) ? self : InputFormat(of: text, layout: layout)
    case .columns: return self
    }
  }

  static func mayBeginJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
}

extension Collection<UInt8> {
  var start: [UInt8] { Array(lazy.filter { !$0.isWhiteSpace }.prefix(2)) }

  var beginsJSON: Bool {
    let start = start
    return ["{\"", "{}", "[{", "[]"].contains { start.elementsEqual($0.utf8) }
  }
}

extension TextLayout {
  /// Returns the layout of a text in a recognized format, in which a first line that looks like a row is a row.
  func resolved(for text: InputText, in format: InputFormat) -> TextLayout {
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
  /// Returns whether the fields of the first line are a row rather than titles, because some look like data.
  fileprivate func isRow(above second: [String]) -> Bool {
    let pairs = zip(self, second)
    let hasYears = pairs.contains { $0.isYear && !$1.isYear }
    // A title does not occur below itself.
    return pairs.contains { one, other in
      !one.isEmpty && (one == other || one.looksLikeData && other.looksLikeData && !(hasYears && one.isYear))
    }
  }
}

extension String {
  /// Whether the text is a number that may be a title, as in `country,2019,2020`.
  fileprivate var isYear: Bool { count == 4 && (hasPrefix("19") || hasPrefix("20")) && Int(self) != nil }
}
