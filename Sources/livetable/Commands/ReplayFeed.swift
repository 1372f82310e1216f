import LiveTables

/// `livetable replay`: shows the states of a recording, one after the other, as they came or faster.
struct ReplayFeed: Feed {
  /// What the command line says.
  let options: ReplayOptions

  let staysAtEnd = true

  var caption: String { "replay of \(options.path)" }

  /// - Throws: ``InputError`` where the file cannot be read or has no state, or no column that the command line names,
  ///   and what the sink throws.
  func run(into sink: any Sink) async throws {
    let bytes: [UInt8]
    do {
      bytes = try FileDescriptor.readFile(options.path)
    } catch {
      throw InputError(unreadable: options.path, error)
    }
    var splitter = LineSplitter()
    splitter.append(bytes)
    var decoder = StateDecoder()
    var count = 0
    var unreadable = 0
    var isChecked = false
    var last: Double?
    while let line = splitter.nextLine() {
      guard case .complete(let range, let number) = line else { continue }
      let isState = decoder.read(splitter.bytes[range])
      guard isState else {
        // Between one recording and the next there is nothing to wait for.
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
    // What was cut off in the middle of a line is no state; all before it are.
    if count == 0 {
      throw InputError(
        source: options.path, problem: "it has no states", remedy: "record one with livetable watch --record FILE")
    }
    if unreadable > 0 {
      await sink.report("\(options.path): \(unreadable == 1 ? "1 line" : "\(unreadable) lines") could not be read")
    }
  }

  /// Checks that the first state that has rows has the columns that the command line names.
  private func check(_ rows: RecordList) throws(InputError) {
    let columns = ColumnNames(ColumnUnion(rows.lazy.map(\.object.columns)).names)
    let table = InputTable(
      source: options.path, header: columns, rows: rows.map { InputRow(object: $0.object, line: 0) })
    try RecordMaker.check(options.records, in: [table])
  }

  /// How long it waits between two states: as long as it took then, by the speed, and an hour at most.
  func pause(from last: Double, to time: Double) -> Duration? {
    options.display.isOnce ? nil : .seconds(min(max(0, (time - last) / options.speed), 3600))
  }
}
