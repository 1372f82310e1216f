import LiveTables

/// Reads the tables of successive outputs of a command, or contents of a file.
///
/// The reader remembers the format, the columns, and the columns that identify rows.
struct RunReader: Sendable {
  private let options: RecordOptions
  private let source: String
  /// The format that an option or the file extension names, or `nil` to detect it.
  private let namedFormat: InputFormat?
  /// Whether the file extension rather than an option names the format.
  private let isGuess: Bool
  private var format: InputFormat?
  private var header: ColumnNames?
  private var layout: TextLayout
  private var plan: ColumnPlan?
  private var maker: RecordMaker?
  /// The columns that identify rows, if the command line names none.
  private var choice: IdentityChoice?
  private var union: ColumnUnion
  private let hasColors: Bool
  /// Whether the readable parts of invalid lines are kept.
  private let keepsPartialRows: Bool
  /// The number of rows to keep from the end, or `nil` for all.
  private let last: Int?

  init(
    _ options: RecordOptions, format: InputFormat?, isGuess: Bool = false, layout: TextLayout = TextLayout(),
    last: Int? = nil, source: String, hasColors: Bool = false, keepsPartialRows: Bool = false
  ) {
    self.options = options
    namedFormat = format
    self.isGuess = isGuess
    self.layout = layout
    self.last = last
    self.source = source
    self.hasColors = hasColors
    self.keepsPartialRows = keepsPartialRows
    union = ColumnUnion(hiding: options.hiddenColumns)
  }

  /// Reads the table of a run's output.
  ///
  /// - Throws: ``RunFailure`` if the command failed, ``InputError`` if its output is invalid, or ``UnusableColumns`` if
  ///   the command line names missing columns.
  @concurrent mutating func table(of result: RunResult) async throws -> FeedTable {
    if let failure = result.failure { throw RunFailure(description: failure) }
    // A single name of a file or process that is not UTF-8 should not prevent the table from being shown.
    let output = result.output.withValidUTF8
    guard output.contains(0x1B) else { return try table(of: output) }
    let colors = CommandColors(output)
    return try table(of: colors.text, colors: hasColors ? colors : nil)
  }

  /// Reads the table of a text, which is empty if the text has no lines.
  ///
  /// - Throws: ``InputError`` if the text is invalid, or ``UnusableColumns`` if the command line names missing columns.
  mutating func table(of bytes: [UInt8], firstLine: Int = 1, colors: CommandColors? = nil) throws -> FeedTable {
    var unreadable = Complaints()
    let text = try InputText(source: source, bytes: bytes, firstLine: firstLine, withoutBadLines: &unreadable)
      .dropping(lines: layout.skip)
    let isBlank = text.bytes[text.range].allSatisfy(\.isWhiteSpace)
    let (oldPlan, oldFormat) = (plan, format)
    var table = try isBlank ? InputTable(source: source) : read(text)
    table.complaints.append(contentsOf: unreadable)
    if !keepsPartialRows {
      table.rows.removeAll(where: \.isPartial)
      if table.rows.isEmpty, let first = table.complaints.listed.first { throw first }
    }
    // Without an earlier output, there are no columns to compare with.
    let hasOtherColumns = oldPlan != nil && plan?.names != oldPlan?.names
    var isBaseline = hasOtherColumns || oldFormat != nil && oldFormat != format
    var maker = try updatedMaker(for: table, isBaseline: &isBaseline)
    var records = try maker.records(of: &table, keepsPartialRows: keepsPartialRows)
    if let colors {
      records = zip(records, table.rows).map { record, row in
        record.colored(colors.colors(of: record.object.values, line: row.line))
      }
    }
    if !table.rows.isEmpty { self.maker = maker }
    if isBaseline || !isBlank && table.header?.names != header?.names {
      union = ColumnUnion(hiding: options.hiddenColumns)
    }
    if !isBlank { header = table.header }
    if let header = table.header, options.columns.isEmpty { union.add(header) }
    for row in records { union.add(row.object.columns) }
    let isKnown = self.maker != nil || !options.id.isEmpty
    if let last { records = records.suffix(last) }
    return FeedTable(
      table: RecordList(rows: records), columns: union.names, identity: isKnown ? maker.identityNote : "",
      isBaseline: isBaseline, complaints: table.complaints, hint: table.hint)
  }

  /// Reads a text in the format of the previous text, unless it is JSON.
  private mutating func read(_ text: InputText) throws -> InputTable {
    // A message may have preceded JSON, because any text can be read as columns. After JSON, a message is an error.
    if namedFormat == nil, format != nil, format != .json, text.bytes[text.range].beginsJSON {
      let table = InputTable(json: text)
      if table.complaints.isEmpty {
        (plan, format) = (nil, .json)
        return table
      }
    }
    // A single line, such as a header without rows, is read as columns; more lines may determine another format.
    if namedFormat == nil, format == .columns, let plan, plan.lineCount < 2,
      InputFormat(of: text, layout: layout) != .columns
    {
      (self.plan, format) = (nil, nil)
    }
    guard let known = format, namedFormat == nil else {
      let (table, format, layout) = InputTable.reading(
        text, named: namedFormat, isGuess: isGuess, layout: layout, plan: &plan)
      try Self.check(table, isKnown: false)
      (self.format, self.layout) = (format, layout)
      return table
    }
    let table = InputTable(text, format: known, layout: layout, plan: &plan)
    try Self.check(table, isKnown: true)
    return table
  }

  /// Checks that enough lines of a text have the recognized format, or the format of earlier texts.
  private static func check(_ table: InputTable, isKnown: Bool) throws(InputError) {
    guard let first = table.complaints.listed.first, table.complaints.count * 2 > table.rows.count else { return }
    if isKnown || table.rows.isEmpty { throw first }
  }

  /// Returns the previous maker of records, or a new maker that distinguishes rows better.
  private mutating func updatedMaker(for table: InputTable, isBaseline: inout Bool) throws -> RecordMaker {
    // A missing column cannot identify rows.
    if options.id.isEmpty, let header = table.header, let choice,
      choice.columns.contains(where: { header.indices(of: $0).isEmpty })
    {
      isBaseline = true
      self.choice = nil
    }
    if let maker, !options.id.isEmpty || !isBaseline && choice.map({ table.isUnique($0) }) != false { return maker }
    do {
      if !options.id.isEmpty { return try RecordMaker(options, for: [table]) }
      let choice = try IdentityChoice(for: [table])
      // Other columns justify a new baseline only if they are unique.
      if let maker, choice == self.choice || !isBaseline && !table.isUnique(choice) { return maker }
      let maker = try RecordMaker(options, for: [table], choice: choice)
      if self.maker != nil { isBaseline = true }
      if !table.rows.isEmpty { self.choice = choice }
      return maker
    } catch {
      throw UnusableColumns(description: "\(error)")
    }
  }
}

extension InputTable {
  fileprivate func isUnique(_ choice: IdentityChoice) -> Bool {
    choice.columns.isEmpty ? rows.count <= 1 : isUnique(choice.columns)
  }
}
