import LiveTables

/// Reads a stream in chunks and creates tables, and continues after invalid lines.
///
/// The first lines determine the format: JSON, with one value on each line or on several lines, or text with separated
/// values or columns. With `--once`, the whole text determines the format.
struct StreamIntake {
  private let options: StreamOptions
  private let source: String
  private var splitter: LineSplitter
  private var model = StreamModel()
  private var pending: PendingTables
  /// The maker of records, which the first row determines.
  private var maker: RecordMaker?
  /// The number of rows that arrived one by one.
  private var rowCount = 0
  /// The column names of the last JSON object.
  private var lastColumns = ColumnNames([])
  private var union: ColumnUnion
  private var format = Format.unknown
  /// Whether more than white space has arrived since the last attempt to determine the format.
  private var hasNewText = false
  /// The number of lines still to be omitted.
  private var skip: Int
  /// The lines that have changed the table since it was last added to the pending tables.
  private var changedLines = (count: 0, byteCount: 0)
  /// Whether a table for each line of the chunk would fit.
  private var hasRoomForLines = true
  private var awaited: AwaitedRows?
  /// Whether a line contained a valid change.
  private var hasValidLine = false
  private var badLineCount = 0
  /// The number of the last line that was not JSON in a stream of JSON.
  private var textEnd: Int?
  /// Whether the readable parts of invalid lines are kept.
  private let keepsPartialRows: Bool
  /// The error for columns that the header of the stream lacks, which no later line can resolve.
  private(set) var unusable: UnusableColumns?

  private enum Format {
    case unknown
    /// The text is read as a whole at its end, for `--once`.
    case whole
    case json
    case text(TextRows)
  }

  /// - Parameters:
  ///   - source: The name of the stream in messages.
  ///   - countLimit: The maximum number of pending tables.
  ///   - lineLimit: The maximum length of a line in bytes, which does not apply to `--once`.
  init(
    _ options: StreamOptions, source: String, countLimit: Int, lineLimit: Int = Limits.line,
    keepsPartialRows: Bool = false
  ) {
    self.keepsPartialRows = keepsPartialRows || options.layout.isLenient
    self.options = options
    self.source = source
    union = ColumnUnion(hiding: options.records.hiddenColumns)
    splitter = LineSplitter(limit: options.display.isOnce ? .max : lineLimit)
    skip = options.layout.skip
    pending = PendingTables(countLimit: countLimit, byteLimit: Limits.pendingTables)
    awaited = AwaitedRows(options)
    if options.format == .json { format = .json }
  }

  mutating func take(_ chunk: some Collection<UInt8>) -> Complaints {
    splitter.append(chunk)
    hasNewText = hasNewText || !chunk.allSatisfy(\.isWhiteSpace)
    awaited?.styleColumns(for: model.table)
    let lineCount = chunk.count { $0 == .lineFeed }
    hasRoomForLines = pending.hasRoom(for: lineCount)
    var complaints = Complaints(textEnd: textEnd)
    defer { textEnd = complaints.textEnd }
    takeLines(isEnd: false, hasLineEnd: lineCount > 0, &complaints)
    return complaints
  }

  /// Reads the rest when the stream has ended.
  ///
  /// - Returns: A complaint for each invalid line.
  mutating func finish() -> Complaints {
    var complaints = Complaints(textEnd: textEnd)
    takeLines(isEnd: true, hasLineEnd: true, &complaints)
    while let line = splitter.lastLine() {
      take(line, isEnd: true, &complaints)
      while let line = splitter.nextLine() { take(line, &complaints) }
    }
    addPendingTable()
    return complaints
  }

  private mutating func takeWhole(_ complaints: inout Complaints) {
    var layout = options.layout
    layout.skip = 0
    var reader = RunReader(
      options.records, format: options.format, layout: layout, last: options.last, source: source,
      keepsPartialRows: keepsPartialRows)
    do {
      let (bytes, number) = splitter.takeRest()
      let table = try reader.table(of: bytes, firstLine: number)
      complaints.append(contentsOf: table.complaints)
      pending.add(table, byteCount: bytes.count)
    } catch let error as InputError {
      complaints.append(error)
    } catch {
      unusable = error as? UnusableColumns
    }
  }

  mutating func next() -> FeedTable? { pending.next() }

  private mutating func takeLines(isEnd: Bool, hasLineEnd: Bool, _ complaints: inout Complaints) {
    if skip > 0 { splitter.drop(&skip) }
    if skip > 0 { return }
    // An attempt costs the length of the text so far, so there is only one for each new line, or for a line that is too
    // long.
    let isTooLong = splitter.bytes.count > splitter.limit
    if case .unknown = format, isTooLong || hasLineEnd && (hasNewText || isEnd) {
      hasNewText = false
      do {
        try determineFormat(isEnd: isEnd || isTooLong)
      } catch {
        // Each invalid line is reported as a line of JSON.
        format = .json
      }
      if isTooLong, case .unknown = format { format = .json }
    }
    switch format {
    case .unknown: return
    case .whole:
      if isEnd { takeWhole(&complaints) }
      return
    case .json, .text: break
    }
    while unusable == nil, let line = splitter.nextLine() { take(line, &complaints) }
    addPendingTable()
  }

  /// Adds the table to the pending tables, if it has changed.
  ///
  /// If the tables of all lines of a chunk would not fit, this happens once for the chunk, and the table replaces the
  /// other tables, because a table with a second owner is copied when it changes.
  ///
  /// - Parameter isAwaited: Whether the table contains a row that `--until` waits for.
  private mutating func addPendingTable(isAwaited: Bool = false) {
    if changedLines.count == 0 { return }
    let table = FeedTable(
      table: model.table, columns: union.names, identity: maker?.identityNote ?? "",
      badLineCount: badLineCount, skippedCount: changedLines.count - 1)
    pending.add(
      table, byteCount: changedLines.byteCount, isAwaited: isAwaited, replacesOthers: !showsEachLine)
    changedLines = (0, 0)
  }

  /// Whether each line adds a table, rather than the chunk.
  private var showsEachLine: Bool {
    // A value in brackets can span many lines.
    splitter.joining == .brackets ? pending.countLimit > 1 : hasRoomForLines
  }

  /// Determines the format as soon as enough of the stream has arrived.
  private mutating func determineFormat(isEnd: Bool) throws(InputError) {
    let mark = InputText.byteOrderMarkLength(in: splitter.bytes[...])
    let start = splitter.bytes.dropFirst(mark).start
    guard let first = start.first else { return }
    if options.format == nil, start.beginsJSON {
      format = .json
      return
    }
    if options.display.isOnce {
      if start.count > 1 || isEnd { format = .whole }
      return
    }
    let hasLines = splitter.bytes.count { $0 == .lineFeed } > 1
    if options.format == nil, InputFormat.mayBeginJSON(first), start.count == 1 || !hasLines {
      if isEnd { format = .json }
      return
    }
    guard isEnd || hasLines else { return }
    let end = isEnd ? splitter.bytes.count : splitter.bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    let completeLines = Array(splitter.bytes[mark..<max(mark, end)]).withValidUTF8
    let text = try InputText(source: source, bytes: completeLines, firstLine: splitter.number)
    let inputFormat =
      options.format?.resolved(for: text, layout: options.layout, isGuess: false)
      ?? InputFormat(of: text, layout: options.layout)
    // A line that does not look like text may be an invalid line of JSON.
    if options.format == nil, inputFormat == .columns, text.textLines(limit: 2).count < 2, !isEnd { return }
    let layout = options.format == nil ? options.layout.resolved(for: text, in: inputFormat) : options.layout
    format = .text(TextRows(of: text, format: inputFormat, layout: layout))
    if case .separated(let separator) = inputFormat { splitter.joining = .quotes(separator: separator.byte) }
  }

  private mutating func take(_ line: LineSplitter.Line, isEnd: Bool = false, _ complaints: inout Complaints) {
    let count = complaints.lineCount
    defer { badLineCount += complaints.lineCount - count }
    do throws(InputError) {
      switch line {
      case .tooLong(let number):
        throw InputError(
          source: source, line: number, problem: "the line is longer than \(splitter.limit >> 20) MB",
          remedy: "send each row on its own line")
      case .complete(let range, let number):
        let markLength = number == 1 ? InputText.byteOrderMarkLength(in: splitter.bytes[range]) : 0
        let text = try InputText(
          source: source, bytes: splitter.bytes, range: range.dropFirst(markLength), firstLine: number)
        // After a valid line, an incomplete line must not be joined with the following lines.
        if !isEnd, case .json = format, splitter.joining == .nothing,
          hasValidLine ? text.beginsJSONOverLines : text.isOpenJSON
        {
          splitter.joining = hasValidLine ? .oneValue : .brackets
          splitter.putBack(range, number: number)
          return
        }
        // Valid values are shown even if an invalid one follows on the same line.
        defer { if showsEachLine { addPendingTable() } }
        for (index, change) in changes(of: text, &complaints).enumerated() {
          let isAwaited = try apply(change)
          hasValidLine = true
          if index == 0 || changedLines.count == 0 {
            changedLines.count += 1
            changedLines.byteCount += range.count
          }
          if isAwaited { addPendingTable(isAwaited: true) }
        }
      }
    } catch {
      complaints.append(error)
    }
  }

  private mutating func changes(of text: InputText, _ complaints: inout Complaints) -> [StreamChange] {
    guard case .text(var rows) = format else {
      return StreamChange.changes(of: text, lastColumns: &lastColumns, &complaints)
    }
    defer { format = .text(rows) }
    return rows.rows(of: text, &complaints).filter { keepsPartialRows || !$0.isPartial }.map(StreamChange.row)
  }

  /// Applies a change.
  ///
  /// - Returns: Whether `--until` waits for a changed row.
  private mutating func apply(_ change: StreamChange) throws(InputError) -> Bool {
    switch change {
    case .nothing: break
    case .row(let row):
      var maker = try maker(for: [row])
      // A line may contain several rows, so its number is not used as a position.
      let record = try maker.record(of: row, number: maker.hasIdentity ? nil : rowCount + 1, source: source)
      rowCount += 1
      model.put(record)
      if let last = options.last { model.keepLast(last) }
      union.add(record.object.columns)
      // A row without columns does not determine which columns identify other rows.
      if !row.object.columns.names.isEmpty { self.maker = maker }
      return awaited?.contains(record, columns: union.names) ?? false
    case .removal(let row):
      var maker = try maker(for: [row])
      guard maker.hasIdentity else {
        throw InputError(
          source: source, line: row.line, problem: "the row to delete has no column “id”",
          remedy: "name columns that identify rows with --id")
      }
      model.remove(ExactText(try maker.identityText(of: row, number: nil, source: source)))
      self.maker = maker
    case .table(let rows):
      let maker = try maker(for: rows, isTable: true)
      var tableMaker = maker
      tableMaker.mayLackIdentity = options.records.id.isEmpty && maker.identityNames != ["id"]
      let records = try tableMaker.records(of: InputTable(source: source, header: nil, rows: rows))
      model.replace(with: options.last.map(records.suffix).map(Array.init) ?? records)
      for record in records { union.add(record.object.columns) }
      if !rows.isEmpty { self.maker = maker }
      return awaited != nil && records.contains { awaited?.contains($0, columns: union.names) == true }
    }
    return false
  }

  /// Returns the maker of records, which the first valid rows determine.
  ///
  /// Rows without a column `id` that arrive one by one are identified by position, because nothing shows which values
  /// belong to the same row. A whole table that follows determines the columns that identify its rows.
  private mutating func maker(for rows: [InputRow], isTable: Bool = false) throws(InputError) -> RecordMaker {
    if let maker, maker.hasIdentity || !isTable { return maker }
    guard case .text = format, let row = rows.first else {
      return try RecordMaker(options.records, forStreamFrom: rows, isTable: isTable, source: source)
    }
    do {
      try RecordMaker.check(options.records, in: [InputTable(source: source, header: row.object.columns)])
    } catch {
      unusable = UnusableColumns(description: "\(error)")
      throw error
    }
    // An empty value does not identify a row; `id` may be a word of another title.
    let hasID = row.object.columns.indices(of: "id").contains { row.object.values[$0] != .string("") }
    var maker = RecordMaker(
      options.records, identity: options.records.id.isEmpty ? hasID ? ["id"] : [] : options.records.id)
    maker.rejectsEmptyIdentity = true
    return maker
  }
}
