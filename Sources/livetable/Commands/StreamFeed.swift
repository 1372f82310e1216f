import LiveTables

/// `producer | livetable`: shows a table after each line of a stream.
struct StreamFeed: Feed {
  let options: StreamOptions
  var descriptor: Int32 = 0

  let staysAtEnd = true

  var caption = "standard input"

  func run(into sink: any Sink) async throws {
    let intake = Intake(
      StreamIntake(
        options, source: caption, countLimit: sink.pendingTableLimit, keepsPartialRows: sink.showsPartialRows))
    let (signal, received) = Signal.make()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { signal.finish() }
        try await read(into: intake, signal, complainingTo: sink)
      }
      tasks.addTask {
        for await _ in received { try await show(from: intake, in: sink) }
      }
      // The first error ends the other task.
      for try await _ in tasks {}
    }
    // With `--once`, the rows so far are printed even if the task was cancelled.
    if options.display.isOnce { try await show(from: intake, in: sink) }
  }

  private func read(
    into intake: Intake, _ signal: Signal, complainingTo sink: any Sink
  ) async throws {
    let reader = try ChunkReader(descriptor)
    do {
      while let chunk = try await reader.next() {
        let complaints = try await intake.take(chunk)
        await sink.complain(complaints, isLenient: options.layout.isLenient)
        signal.send()
      }
    } catch let error as UnusableColumns {
      throw error
    } catch {
      await sink.report("\(caption): \(error); check what is piped in")
    }
    if Task.isCancelled, !options.display.isOnce { return }
    let complaints = try await intake.take(nil)
    // A line that is incomplete because of a signal is not reported.
    if !Task.isCancelled { await sink.complain(complaints, isLenient: options.layout.isLenient) }
    signal.send()
  }

  private func show(from intake: Intake, in sink: any Sink) async throws {
    while let table = await intake.next() { try await sink.show(table) }
  }

  /// A stream intake that the reading task and the task that shows tables share.
  private actor Intake {
    private var intake: StreamIntake

    init(_ intake: StreamIntake) {
      self.intake = intake
    }

    /// Reads a chunk, or the end of the stream if the chunk is `nil`.
    func take(_ chunk: [UInt8]?) throws(UnusableColumns) -> Complaints {
      let complaints = if let chunk { intake.take(chunk) } else { intake.finish() }
      if let unusable = intake.unusable { throw unusable }
      return complaints
    }

    func next() -> FeedTable? { intake.next() }
  }
}
