import LiveTables

/// `livetable watch`: runs a command repeatedly, one run at a time, and shows the table of each run's output.
struct WatchFeed: Feed {
  let options: WatchOptions
  let pacing: Pacing?
  /// The minimum time after which a run is reported as late, and the interval of further reports.
  var latenessInterval = Duration.seconds(1)

  @MainActor init(options: WatchOptions) {
    self.options = options
    pacing = Pacing(options.interval)
  }

  let staysAtEnd = false

  var isCounted: Bool { options.count != nil }

  @MainActor var caption: String {
    "\(options.command.joined(separator: " ")), every \((pacing?.interval ?? options.interval).seconds) s"
  }

  /// - Throws: ``SpawnError`` if the first run cannot be started, ``UnusableColumns`` if no run can have the columns
  ///   that the command line names, or any error thrown by the sink.
  func run(into sink: any Sink) async throws {
    let source = "the output of \(options.command[0])"
    var reader = RunReader(
      options.records, format: options.format, layout: options.layout, source: source, hasColors: options.hasColors,
      keepsPartialRows: options.layout.isLenient || sink.showsPartialRows)
    var complaints = Complaints()
    var number = 0
    while !Task.isCancelled {
      let start = ContinuousClock.now
      number += 1
      do {
        let result = try await runCommand(into: sink, since: start)
        if Task.isCancelled { return }
        if case .exited(let status) = result.ending, status != 0, result.output.isEmpty, result.errorOutput.isEmpty {
          let reason = "it exited with status \(status) and printed nothing"
          throw RunFailure(description: "\(reason); use --ok \(status) for an empty table")
        }
        let table = try await reader.table(of: result)
        try await sink.show(table, complaining: &complaints, isLenient: options.layout.isLenient)
      } catch let error as SpawnError where number == 1 {
        throw error
      } catch let error where error is SpawnError || error is InputError || error is RunFailure {
        await sink.report("run \(number) failed: \(error)")
        complaints = Complaints()
      }
      if number == options.count || options.display.isOnce { return }
      await pacing?.wait(since: start)
    }
  }

  /// Runs the command once, and reports if it takes long.
  private func runCommand(
    into sink: any Sink, since start: ContinuousClock.Instant
  ) async throws(SpawnError) -> RunResult {
    async let _ = reportLateness(sink, since: start)
    var result = try await CommandRun(command: options.arguments).result()
    if case .exited(let status) = result.ending, options.acceptedStatuses.contains(status) {
      result.ending = .exited(status: 0)
    }
    return result
  }

  private func reportLateness(_ sink: any Sink, since start: ContinuousClock.Instant) async {
    var due = start + max(options.interval, latenessInterval)
    while (try? await Task.sleep(until: due)) != nil {
      await sink.note("still running after \(start.duration(to: due).components.seconds) s")
      due += latenessInterval
    }
  }
}
