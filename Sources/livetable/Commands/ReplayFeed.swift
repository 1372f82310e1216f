import LiveTables

/// `livetable replay`: plays back the states of a recording at any speed.
struct ReplayFeed: Feed {
  let options: ReplayOptions

  let staysAtEnd = true

  var caption: String { "replay of \(options.path)" }

  /// - Throws: ``InputError`` if the file cannot be read, has no state or lacks a column that the command line names,
  ///   or any error thrown by the sink.
  func run(into sink: any Sink) async throws {
    var splitter = LineSplitter()
    splitter.append(try InputError.reading(options.path, FileDescriptor.readFile))
    var decoder = StateDecoder()
    var count = 0
    var unreadable = 0
    var isChecked = false
    var last: Double?
    while let line = splitter.nextLine() {
      guard case .complete(let range, let number) = line else { continue }
      let isState = decoder.read(splitter.bytes[range])
      guard isState else {
        // There is no pause between one recording and the next.
        if splitter.bytes[range].starts(with: StateEncoder.mark.utf8) {
          last = nil
        } else if number > 1, !range.isEmpty {
          unreadable += 1
        }
        continue
      }
      if let last, let pause = pause(from: last, to: decoder.time) { try? await Task.sleep(for: pause) }
      if Task.isCancelled { return }
      last = decoder.time
      count += 1
      let table = decoder.table
      if !isChecked, !table.table.isEmpty {
        try check(table.table)
        isChecked = true
      }
      try await sink.show(table)
    }
    // A line that was cut off is not a state; the states before it are valid.
    if count == 0 {
      throw InputError(
        source: options.path, problem: "it contains no states", remedy: "record one with livetable watch --record FILE")
    }
    if unreadable > 0 {
      await sink.report("\(options.path): \(unreadable == 1 ? "1 line" : "\(unreadable) lines") could not be read")
    }
  }

  /// Checks that the first state with rows has the columns that the command line names.
  private func check(_ rows: RecordList) throws(InputError) {
    let columns = ColumnNames(ColumnUnion(rows.lazy.map(\.object.columns)).names)
    let table = InputTable(
      source: options.path, header: columns, rows: rows.map { InputRow(object: $0.object, line: 0) })
    try RecordMaker.check(options.records, in: [table])
  }

  /// Returns the pause between two states: the recorded pause divided by the speed, and at most an hour.
  func pause(from last: Double, to time: Double) -> Duration? {
    options.display.isOnce ? nil : .seconds(min(max(0, (time - last) / options.speed), 3600))
  }
}
