import LiveTables

/// Takes in a stream chunk by chunk and makes tables of it; bad lines become complaints, and the stream goes on.
///
/// The first lines decide what the stream is: JSON, one value on each line or over several lines, or text with separated
/// values or columns. Of a text that is printed once, all lines do.
struct StreamIntake {
  private let options: StreamOptions
  private let source: String
  private var splitter: LineSplitter
  private var model = StreamModel()
  private var pending: PendingTables
  /// Makes records, from the first row on.
  private var maker: RecordMaker?
  /// How many rows have come one by one.
  private var rowCount = 0
  /// The columns of the last row.
  private var columns = ColumnNames([])
  private var union: ColumnUnion
  private var kind = Kind.unknown
  /// Whether something other than blanks has arrived since the stream was last looked at to find out what it is.
  private var hasNews = false
  /// How many lines are still to be left out.
  private var skip: Int
  /// The lines that have changed the table since it was last put among those that wait.
  private var changed = (lines: 0, bytes: 0)
  private var awaited: AwaitedRows?
  /// How many lines could not be read.
  private var complaintCount = 0
  /// Whether rows are kept that could be read in part.
  private let keepsPartialRows: Bool
  /// Columns that the command line names and the header of the stream does not: no line will change that.
  private(set) var unusable: UnusableColumns?

  private enum Kind {
    case unknown
    /// A text that is printed once: all of it says what it is.
    case whole
    case json
    case text(TextRows)
  }

  /// - Parameters:
  ///   - options: What the command line says.
  ///   - source: What messages call the stream.
  ///   - countLimit: How many tables may wait to be shown.
  ///   - lineLimit: How long a line may be, in bytes; of a table that is printed once, any length.
  ///   - keepsPartialRows: Whether rows are kept that could be read in part.
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
    if options.format == .json { kind = .json }
  }

  /// Takes in what has arrived.
  ///
  /// - Returns: A complaint for each line that is invalid.
  mutating func take(_ chunk: some Collection<UInt8>) -> Complaints {
    splitter.append(chunk)
    hasNews = hasNews || !chunk.allSatisfy(\.isWhiteSpace)
    awaited?.settle(for: model.table)
    var complaints = Complaints()
    takeLines(isEnd: false, hasLineEnd: chunk.contains(.lineFeed), &complaints)
    return complaints
  }

  /// Takes in what is left when the stream has ended.
  ///
  /// - Returns: Complaints, where the last lines are invalid.
  mutating func finish() -> Complaints {
    var complaints = Complaints()
    takeLines(isEnd: true, hasLineEnd: true, &complaints)
    while let line = splitter.lastLine() {
      take(line, isEnd: true, &complaints)
      while let line = splitter.nextLine() { take(line, &complaints) }
    }
    wait()
    return complaints
  }

  /// Reads a text that is printed once as a file is read.
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
      pending.add(table, bytes: bytes.count)
    } catch let error as InputError {
      complaints.append(error)
    } catch {
      unusable = error as? UnusableColumns
    }
  }

  /// Takes the oldest table that waits to be shown.
  mutating func next() -> FedTable? { pending.next() }

  private mutating func takeLines(isEnd: Bool, hasLineEnd: Bool, _ complaints: inout Complaints) {
    if skip > 0 { splitter.drop(&skip) }
    if skip > 0 { return }
    // A look costs the length of what has arrived, so that there is one for each new line, and one for a line without end.
    let isTooLong = splitter.bytes.count > splitter.limit
    if case .unknown = kind, isTooLong || hasLineEnd && (hasNews || isEnd) {
      hasNews = false
      // Lines that are invalid are complained about one by one.
      if (try? decide(isEnd: isEnd || isTooLong)) == nil { kind = .json }
      if isTooLong, case .unknown = kind { kind = .json }
    }
    switch kind {
    case .unknown: return
    case .whole: return isEnd ? takeWhole(&complaints) : ()
    case .json, .text: break
    }
    while unusable == nil, let line = splitter.nextLine() { take(line, &complaints) }
    wait()
  }

  /// Puts the table among those that wait.
  ///
  /// Where only the newest one may wait, that is done once for a chunk: a table that somebody holds cannot be changed in
  /// its place.
  ///
  /// - Parameter isAwaited: Whether it has a row that the tool waits for.
  private mutating func wait(isAwaited: Bool = false) {
    if changed.lines == 0 { return }
    let table = FedTable(
      table: model.table, columns: union.names, identity: maker?.identityNote ?? "",
      badLineCount: complaintCount, superseded: changed.lines - 1)
    pending.add(table, bytes: changed.bytes, isAwaited: isAwaited)
    changed = (0, 0)
  }

  /// Finds out what the stream is, as soon as there is enough of it.
  private mutating func decide(isEnd: Bool) throws(InputError) {
    let mark = InputText.byteOrderMarkLength(in: splitter.bytes[...])
    let start = splitter.bytes.dropFirst(mark).start
    guard let first = start.first else { return }
    if options.format == nil, start.beginsJSON {
      kind = .json
      return
    }
    if options.display.isOnce {
      if start.count > 1 || isEnd { kind = .whole }
      return
    }
    let hasLines = splitter.bytes.count { $0 == .lineFeed } > 1
    if options.format == nil, InputFormat.mayBeginJSON(first), start.count == 1 || !hasLines {
      if isEnd { kind = .json }
      return
    }
    let whole = isEnd ? splitter.bytes.count : splitter.bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    guard isEnd || hasLines else { return }
    let known = Array(splitter.bytes[mark..<max(mark, whole)]).withValidUTF8
    let text = try InputText(source: source, bytes: known, firstLine: splitter.number)
    let format =
      options.format?.settled(for: text, layout: options.layout, isGuess: false)
      ?? InputFormat(of: text, layout: options.layout)
    // A line that is no text at all may be a bad line of JSON.
    if options.format == nil, format == .columns, text.textLines(limit: 2).count < 2, !isEnd { return }
    let layout = options.format == nil ? options.layout.settled(for: text, in: format) : options.layout
    kind = .text(TextRows(of: text, format: format, layout: layout))
    if case .separated(let separator) = format { splitter.joins = .quotes(separator: separator.byte) }
  }

  private mutating func take(_ line: LineSplitter.Line, isEnd: Bool = false, _ complaints: inout Complaints) {
    let count = complaints.count
    defer { complaintCount += complaints.count - count }
    do throws(InputError) {
      switch line {
      case .tooLong(let number):
        throw InputError(
          source: source, line: number, problem: "the line is longer than \(splitter.limit >> 20) MB",
          remedy: "send rows one by one")
      case .complete(let range, let number):
        let markLength = number == 1 ? InputText.byteOrderMarkLength(in: splitter.bytes[range]) : 0
        let text = try InputText(
          source: source, bytes: splitter.bytes, range: range.dropFirst(markLength), firstLine: number)
        // Behind a good line, one that is cut off is not to swallow those that follow.
        if !isEnd, case .json = kind, splitter.joins == .nothing,
          splitter.mayJoin ? text.isOpenJSON : text.beginsJSONOverLines
        {
          splitter.joins = splitter.mayJoin ? .brackets : .oneValue
          splitter.putBack(range, number: number)
          return
        }
        // What is good is shown, also where something bad follows on its line.
        defer { if pending.countLimit > 1 { wait() } }
        for (index, change) in changes(of: text, &complaints).enumerated() {
          let isAwaited = try apply(change)
          splitter.mayJoin = false
          if index == 0 || changed.lines == 0 { changed = (changed.lines + 1, changed.bytes + range.count) }
          if isAwaited { wait(isAwaited: true) }
        }
      }
    } catch {
      complaints.append(error)
    }
  }

  private mutating func changes(of text: InputText, _ complaints: inout Complaints) -> [StreamChange] {
    guard case .text(var rows) = kind else {
      return StreamChange.changes(of: text, columns: &columns, &complaints)
    }
    defer { kind = .text(rows) }
    return rows.rows(of: text, &complaints).filter { keepsPartialRows || !$0.isPartial }.map(StreamChange.row)
  }

  /// Makes a change.
  ///
  /// - Returns: Whether a row has come that the tool waits for.
  private mutating func apply(_ change: StreamChange) throws(InputError) -> Bool {
    switch change {
    case .nothing: break
    case .row(let row):
      var maker = try maker(for: [row])
      // A line may have several rows, so its number is not the place of one.
      let record = try maker.record(of: row, number: maker.hasIdentity ? nil : rowCount + 1, source: source)
      rowCount += 1
      model.put(record)
      if let last = options.last { model.removeFirst(behind: last) }
      union.add(record.object.columns)
      // A row without columns does not say what identifies those with some.
      if !row.object.columns.names.isEmpty { self.maker = maker }
      return awaited?.contains(record, columns: union.names) ?? false
    case .removal(let row):
      var maker = try maker(for: [row])
      guard maker.hasIdentity else {
        throw InputError(
          source: source, line: row.line, problem: "nothing says which row goes: it has no column “id”",
          remedy: "name columns that identify rows with --id")
      }
      model.remove(ExactText(try maker.identityText(of: row, number: nil, source: source)))
      self.maker = maker
    case .table(let rows):
      var maker = try maker(for: rows, isTable: true)
      maker.mayLackIdentity = options.records.id.isEmpty && maker.identityNames != ["id"]
      let records = try maker.records(of: InputTable(source: source, header: nil, rows: rows))
      maker.mayLackIdentity = false
      model.replace(with: options.last.map(records.suffix).map(Array.init) ?? records)
      for record in records { union.add(record.object.columns) }
      if !rows.isEmpty { self.maker = maker }
      return awaited != nil && records.contains { awaited?.contains($0, columns: union.names) == true }
    }
    return false
  }

  /// Makes records: settled by the first rows that are valid.
  ///
  /// Rows that come one by one, without a column `id`, are told apart by their places: nothing says which are one row.
  /// A whole table after them says what identifies its rows.
  private mutating func maker(for rows: [InputRow], isTable: Bool = false) throws(InputError) -> RecordMaker {
    if let maker, maker.hasIdentity || !isTable { return maker }
    if case .text = kind, let row = rows.first {
      do {
        try RecordMaker.check(options.records, in: [InputTable(source: source, header: row.object.columns)])
      } catch {
        unusable = UnusableColumns(description: "\(error)")
        throw error
      }
    }
    guard case .text = kind, let row = rows.first else {
      return try RecordMaker(options.records, forStreamFrom: rows, isTable: isTable, source: source)
    }
    // An empty one is none: `id` may be a word of another title.
    let hasID = row.object.columns.positions(of: "id").contains { row.object.values[$0] != .string("") }
    var maker = RecordMaker(
      options.records, identity: options.records.id.isEmpty ? hasID ? ["id"] : [] : options.records.id)
    maker.isOfText = true
    return maker
  }
}
