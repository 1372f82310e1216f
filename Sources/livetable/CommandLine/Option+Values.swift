extension RecordOptions {
  mutating func set(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .id: id = try Self.columns(value, of: option)
    case .columns: columns = try Self.columns(value, of: option)
    case .groupBy: groupBy = try Self.column(value, of: option)
    case .sortBy:
      sortBy = []
      for var column in try Self.columns(value, of: option) {
        let isDescending = column.hasSuffix(":desc")
        if isDescending || column.hasSuffix(":asc") { column.removeLast(isDescending ? 5 : 4) }
        sortBy.append(SortOrder(column: try Self.column(column, of: option), isDescending: isDescending))
      }
    case .search:
      if let expression = RowQuery(value, columns: []).invalidExpression {
        throw UsageError(
          "--search “\(value)”: “\(expression)” is not a regular expression", "write /EXPRESSION/ or words")
      }
      search = value
    case .ignore: ignored = try Self.columns(value, of: option)
    default: preconditionFailure("\(option.name) is not about rows")
    }
  }

  private static func column(_ name: String, of option: Option) throws(UsageError) -> String {
    guard !name.isEmpty else {
      throw UsageError("\(option.name) needs a column name", "write \(option.name) \(option.placeholder ?? "")")
    }
    return name
  }

  static func columns(_ names: String, of option: Option) throws(UsageError) -> [String] {
    var columns: [String] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      columns.append(try column(String(name), of: option))
    }
    return columns
  }
}

extension TextLayout {
  static let options: [Option] = [.input, .separator, .skip, .noHeader, .lenient]

  /// Returns whether an option other than `--input` concerns lines, as `--columns` does if its value is a number.
  static func has(_ option: Option, _ value: String) -> Bool {
    options.contains(option) || option == .columns && Int(value) != nil
  }

  mutating func set(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .columns: columns = try .number(value, of: option, atLeast: 1, atMost: 10_000)
    case .skip: skip = try .number(value, of: option, atLeast: 0)
    case .noHeader: hasNoHeader = true
    case .lenient: isLenient = true
    case .separator:
      let byte = ["tab", "\\t"].contains(value) ? .tab : value.utf8.first
      guard let byte, byte == .tab || value.utf8.count == 1, ![.quote, .lineFeed, .carriageReturn].contains(byte) else {
        throw UsageError("--separator “\(value)” is invalid", "write one ASCII character, or tab: --separator ';'")
      }
      separator = Separator(byte: byte)
    default: preconditionFailure("\(option.name) is not about lines")
    }
  }
}

extension Int {
  static func number(_ text: String, of option: Option, atLeast least: Int, atMost most: Int = 1_000_000_000)
    throws(UsageError) -> Int
  {
    guard let number = Int(text), (least...most).contains(number) else {
      // The upper limit is mentioned only if it is small or exceeded.
      let isTooLarge = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) && (Int(text) ?? .max) > most
      throw UsageError(
        "\(option.name) “\(text)” is invalid",
        "write a whole number "
          + (isTooLarge || most < 1_000_000_000 ? "from \(least) to \(most)" : "of at least \(least)"))
    }
    return number
  }
}
