import LiveTables

/// Takes in a stream chunk by chunk and makes tables of it; bad lines become complaints, and the stream goes on.
struct StreamIntake {
  private let options: RecordOptions
  private let source: String
  private var splitter: LineSplitter
  private var model = StreamModel()
  private var pending: PendingTables
  /// Knows who rows are, from the first row on.
  private var maker: RecordMaker?
  /// The columns of the last row.
  private var columns = ColumnNames([])
  private var union = ColumnUnion()

  /// - Parameters:
  ///   - options: What the command line says.
  ///   - source: What messages call the stream.
  ///   - countLimit: How many tables may wait to be shown.
  ///   - lineLimit: How long a line may be, in bytes.
  init(_ options: RecordOptions, source: String, countLimit: Int, lineLimit: Int = 64 << 20) {
    self.options = options
    self.source = source
    splitter = LineSplitter(limit: lineLimit)
    pending = PendingTables(countLimit: countLimit, byteLimit: 1 << 20)
  }

  /// Takes in what has arrived.
  ///
  /// - Returns: A complaint for each line that was no use.
  mutating func take(_ chunk: some Collection<UInt8>) -> [InputError] {
    splitter.append(chunk)
    var complaints: [InputError] = []
    while let line = splitter.nextLine() { take(line, &complaints) }
    return complaints
  }

  /// Takes in what is left when the stream has ended.
  ///
  /// - Returns: A complaint, where the last line is no use.
  mutating func finish() -> [InputError] {
    var complaints: [InputError] = []
    if let line = splitter.lastLine() { take(line, &complaints) }
    return complaints
  }

  /// Takes the oldest table that waits to be shown.
  mutating func next() -> FedTable? { pending.next() }

  private mutating func take(_ line: LineSplitter.Line, _ complaints: inout [InputError]) {
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
        guard let change = try StreamChange(line: text, columns: &columns) else { return }
        try apply(change)
        pending.add(FedTable(table: model.table, columns: union.names), bytes: range.count)
      }
    } catch {
      complaints.append(error)
    }
  }

  private mutating func apply(_ change: StreamChange) throws(InputError) {
    switch change {
    case .row(let row):
      var maker = try maker(for: [row])
      model.put(try maker.record(of: row, number: nil, source: source))
      union.add(row.object.columns)
      self.maker = maker
    case .removal(let row):
      var maker = try maker(for: [row])
      model.remove(ExactText(try maker.identityText(of: row, number: nil, source: source)))
      self.maker = maker
    case .table(let rows):
      var maker = try maker(for: rows)
      model.replace(with: try maker.records(of: InputTable(source: source, header: nil, rows: rows)))
      for row in rows { union.add(row.object.columns) }
      if !rows.isEmpty { self.maker = maker }
    }
  }

  /// Who knows who rows are: settled by the first rows that are any use.
  private func maker(for rows: [InputRow]) throws(InputError) -> RecordMaker {
    if let maker { return maker }
    return try RecordMaker(options, forStreamFrom: rows, source: source)
  }
}
