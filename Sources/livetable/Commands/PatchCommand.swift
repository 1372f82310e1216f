import LiveTables

/// `livetable patch`: applies a patch to the table of a file.
struct PatchCommand {
  let options: PatchOptions
  /// Whether the output is a terminal, on which control characters in data are made visible.
  var isForTerminal = false
  /// A closure that reads a file, or standard input if the path is `-`, and that tests replace.
  var readFile: (String) throws(SystemError) -> [UInt8] = DiffCommand.readFile

  struct Result: Equatable {
    var output = ""
    var problems: [String] = []
    var complaints: [String] = []
    /// Whether the patch is not applied because there are invalid lines and `--lenient` is not set.
    var isRefused = false
  }

  /// Reads both files and applies the changes.
  ///
  /// - Throws: An error that names the file and the line if one of them is invalid.
  func result() throws(InputError) -> Result {
    let patch = try patch()
    let text = try InputText(path: options.file, readFile)
    var plan: ColumnPlan?
    var (table, format, _) = InputTable.reading(
      text, named: options.format ?? InputFormat(path: options.file), isGuess: options.format == nil,
      layout: options.layout, mayLackHeader: false, plan: &plan)
    var maker = try RecordMaker(RecordOptions(id: patch.identity), for: [table])
    let records = try maker.records(of: &table, keepsPartialRows: options.layout.isLenient)
    let complaints = table.complaints.texts
    if !complaints.isEmpty, !options.layout.isLenient { return Result(complaints: complaints, isRefused: true) }
    guard Set(records.map(\.identity)).count == records.count else {
      throw InputError(
        source: options.file, problem: "several rows have the same \(patch.identity.joined(separator: " and "))",
        remedy: "create the patch with --id and columns that are unique")
    }
    let applied = patch.applied(to: records) { object in
      try? maker.identityText(of: InputRow(object: object, line: 0), number: nil, source: options.file)
    }
    // The byte order mark and the line ends are preserved.
    let mark = text.range.lowerBound > 0 && !isForTerminal ? "\u{FEFF}" : ""
    let lineEnd = isForTerminal ? "\n" : text.lineEnd
    if format == .json, let list = try? Self.list(text) {
      return Result(
        output: mark + list.text(applied.rows) + lineEnd, problems: applied.problems, complaints: complaints)
    }
    var union = ColumnUnion()
    union.add(ColumnNames(patch.columns(of: table.header?.names ?? [])))
    for row in applied.rows { union.add(row.object.columns) }
    var (titles, textAbove, separator) = (union.names, "", Separator.comma)
    if case .separated(let found) = format {
      separator = found
      (titles, textAbove) = try Self.titles(of: union.names, in: table, separator, text)
    } else if format == .columns, plan != nil, plan?.header == nil {
      titles = []
    }
    let printer = TablePrinter(
      table: RecordTable(applied.rows, groupedBy: nil), columns: union.names, titles: titles, lineEnd: lineEnd,
      separator: separator, isForTerminal: isForTerminal)
    return Result(
      output: mark + (isForTerminal ? "" : textAbove) + printer.text(Self.printed(format, text)),
      problems: applied.problems,
      complaints: complaints)
  }

  private func patch() throws(InputError) -> TablePatch {
    let text = try InputText(path: options.patch, readFile)
    let table = InputTable(json: text)
    if let complaint = table.complaints.listed.first { throw complaint }
    do throws(TablePatch.Problem) {
      return try TablePatch(table.rows)
    } catch {
      throw InputError(
        source: options.patch, line: error.line, problem: error.description,
        remedy: "create one with livetable diff --format patch")
    }
  }

  /// Returns the object around the rows, if the file is a single list with its rows in `items`.
  private static func list(_ text: InputText) throws(InputError) -> JSONObject? {
    var reader = JSONReader(text)
    reader.skipSpace()
    guard reader.current == UInt8(ascii: "{") else { return nil }
    let row = try reader.readRow()
    reader.skipSpace()
    return reader.current == nil && row.items != nil ? row.object : nil
  }

  /// Returns the titles as written in the file, before repeated titles are numbered, and the text above the titles.
  private static func titles(
    of columns: [String], in table: InputTable, _ separator: Separator, _ text: InputText
  ) throws(InputError) -> (titles: [String], above: String) {
    var reader = CSVReader(text, separator: separator)
    reader.skipPreamble()
    let above = text.string(text.range.lowerBound..<reader.position)
    let fields = try reader.readFields()?.fields ?? []
    let names = table.header?.names ?? []
    let titles = Dictionary(zip(names.map { ExactText($0) }, fields)) { first, _ in first }
    return (columns.map { titles[ExactText($0)] ?? $0 }, above)
  }

  private static func printed(_ format: InputFormat, _ text: InputText) -> PrintFormat {
    switch format {
    case .separated: .csv
    case .columns: .text
    case .json: text.bytes[text.range].first { !$0.isWhiteSpace } == UInt8(ascii: "[") ? .json : .ndjson
    }
  }
}

extension JSONObject {
  fileprivate func text(_ rows: [Record]) -> String {
    var values = values
    if let items = columns.names.firstIndex(of: "items") { values[items] = .array(rows.map { .object($0.object) }) }
    var text = ""
    JSONValue.object(JSONObject(columns: columns, values: values)).append(to: &text)
    return text
  }
}

extension InputText {
  fileprivate var lineEnd: String {
    let end = bytes[range].firstIndex(of: .lineFeed) ?? range.lowerBound
    return end > range.lowerBound && bytes[end - 1] == .carriageReturn ? "\r\n" : "\n"
  }

  /// Reads a file.
  ///
  /// - Throws: An error that names the file.
  init(path: String, _ readFile: (String) throws(SystemError) -> [UInt8]) throws(InputError) {
    try self.init(source: path, bytes: InputError.reading(path, readFile))
  }
}
