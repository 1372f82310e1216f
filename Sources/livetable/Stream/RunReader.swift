import LiveTables

/// A run that ended as it should not have.
struct RunFailure: Error, CustomStringConvertible {
  let description: String
}

/// Makes tables of the outputs of a command, or of the contents of a file, and remembers what it has learned about them:
/// their format, their columns, and which of these identify rows.
struct RunReader: Sendable {
  private let options: RecordOptions
  private let source: String
  /// What the command line says.
  private let namedFormat: InputFormat?
  /// Whether an extension says it, and not an option.
  private let isGuess: Bool
  /// What the last text was.
  private var format: InputFormat?
  /// The columns of the last text, where it names them.
  private var header: ColumnNames?
  /// What the command line says about the lines, and what the text has said.
  private var layout: TextLayout
  private var plan: ColumnPlan?
  private var maker: RecordMaker?
  /// The identity, where it was chosen and not named.
  private var choice: IdentityChoice?
  private var union: ColumnUnion
  /// Whether the colours are shown that are printed.
  private let hasColors: Bool
  /// Whether rows are kept that could be read in part.
  private let keepsPartialRows: Bool
  /// How many of the last rows are kept; without it, all.
  private let last: Int?

  /// - Parameters:
  ///   - options: What the command line says about rows.
  ///   - format: How they are written; without it, the text says so.
  ///   - isGuess: Whether an extension says it.
  ///   - layout: What the command line says about the lines.
  ///   - last: How many of the last rows are kept; without it, all.
  ///   - source: What messages call the text.
  ///   - hasColors: Whether the colours are shown that are printed.
  ///   - keepsPartialRows: Whether rows are kept that could be read in part.
  init(
    _ options: RecordOptions, format: InputFormat?, isGuess: Bool = false, layout: TextLayout = TextLayout(),
    last: Int? = nil, source: String, hasColors: Bool = false, keepsPartialRows: Bool = false
  ) {
    self.isGuess = isGuess
    self.last = last
    self.keepsPartialRows = keepsPartialRows
    self.layout = layout
    self.hasColors = hasColors
    self.options = options
    namedFormat = format
    union = ColumnUnion(hiding: options.hiddenColumns)
    self.source = source
  }

  /// Makes a table of what a run has printed.
  ///
  /// - Throws: ``RunFailure`` where the command failed, ``InputError`` where its output is invalid, and
  ///   ``UnusableColumns`` where the command line is.
  @concurrent mutating func table(of result: RunResult) async throws -> FedTable {
    if let failure = result.failure { throw RunFailure(description: failure) }
    // One name of a file or a process that is not UTF-8 is no reason to show nothing.
    let output = result.output.withValidUTF8
    guard output.contains(0x1B) else { return try table(of: output) }
    let colors = CommandColors(output)
    return try table(of: colors.text, colors: hasColors ? colors : nil)
  }

  /// Makes a table of a text; a text without a line is an empty table.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - firstLine: The number of its first line.
  ///   - colors: The colours that it was printed in.
  /// - Throws: ``InputError`` where the text is invalid, and ``UnusableColumns`` where the command line is.
  mutating func table(of bytes: [UInt8], firstLine: Int = 1, colors: CommandColors? = nil) throws -> FedTable {
    var unreadable = Complaints()
    let text = try InputText(source: source, bytes: bytes, firstLine: firstLine, withoutBadLines: &unreadable)
      .dropping(lines: layout.skip)
    let isBlank = text.bytes[text.range].allSatisfy(\.isWhiteSpace)
    let (oldPlan, oldFormat) = (plan, format)
    var table = try isBlank ? InputTable(source: source) : read(text)
    table.complaints.append(contentsOf: unreadable)
    if !keepsPartialRows {
      table.dropPartialRows()
      if table.rows.isEmpty, let first = table.complaints.listed.first { throw first }
    }
    // Where nothing was printed so far, there are no columns that could be others.
    var isBaseline = oldPlan != nil && plan?.names != oldPlan?.names || oldFormat != nil && oldFormat != format
    var maker = try settledMaker(for: table, isBaseline: &isBaseline)
    var records = try maker.records(of: &table, keepsPartialRows: keepsPartialRows)
    if let colors {
      records = zip(records, table.rows).map { record, row in
        Record(
          identity: record.identity.string, object: record.object,
          colors: colors.colors(of: record.object.values, line: row.line))
      }
    }
    if !table.rows.isEmpty { self.maker = maker }
    if isBaseline || !isBlank && table.header?.names != header?.names {
      union = ColumnUnion(hiding: options.hiddenColumns)
    }
    if !isBlank { header = table.header }
    if let header = table.header { options.columns.isEmpty ? union.add(header) : () }
    for row in records { union.add(row.object.columns) }
    let isKnown = self.maker != nil || !options.id.isEmpty
    if let last { records = records.suffix(last) }
    return FedTable(
      table: RecordList(rows: records), columns: union.names, identity: isKnown ? maker.identityNote : "",
      isBaseline: isBaseline, complaints: table.complaints, hint: table.hint)
  }

  /// Reads a text in the format of the one before, unless it is JSON now.
  private mutating func read(_ text: InputText) throws -> InputTable {
    // A message may have come before: any text can be read as columns. One that comes later is an error.
    if namedFormat == nil, format != nil, format != .json, text.bytes[text.range].beginsJSON {
      let table = InputTable(json: text)
      if table.complaints.isEmpty {
        (plan, format) = (nil, .json)
        return table
      }
    }
    // A line alone, such as a header above no rows yet, is taken for columns; more lines say what they are.
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

  /// Checks that a text is in the format in which it was read: some of it, or most where the format is that of earlier texts.
  private static func check(_ table: InputTable, isKnown: Bool) throws(InputError) {
    guard let first = table.complaints.listed.first, table.complaints.count * 2 > table.rows.count else { return }
    if isKnown || table.rows.isEmpty { throw first }
  }

  /// The maker of records: the one so far, as long as it tells rows apart that an other one could.
  private mutating func settledMaker(for table: InputTable, isBaseline: inout Bool) throws -> RecordMaker {
    // A column that has gone identifies nothing.
    if options.id.isEmpty, let header = table.header, let choice,
      choice.columns.contains(where: { header.positions(of: $0).isEmpty })
    {
      isBaseline = true
      self.choice = nil
    }
    if let maker, !options.id.isEmpty || !isBaseline && choice.map({ table.isUnique($0) }) != false { return maker }
    do {
      if !options.id.isEmpty { return try RecordMaker(options, for: [table]) }
      let choice = try IdentityChoice(for: [table])
      // Another choice is worth a new baseline only where it tells all rows apart.
      if let maker, choice == self.choice || !isBaseline && !table.isUnique(choice) { return maker }
      let maker = try RecordMaker(options, for: [table])
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
