import LiveTables

/// Compares submissions to a store with diffing on the main actor, and with a pipeline that does nothing.
enum EndToEndStudy {
  @MainActor static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [10, 100, 1_000, 10_000, 100_000] {
      for scenario in [Scenario.update1, .edits1pct, .shuffle] {
        findings.append(try await finding(scenario, size))
      }
    }
    return findings
  }

  @MainActor private static func finding(_ scenario: Scenario, _ size: Int) async throws -> Finding {
    typealias Row = EightRow<Int>
    let change = FlatChange<Row>(scenario, count: size)
    let arrays = [change.old, change.new(.rebuilt)]
    let tables = arrays.map { TableSnapshot(rows: $0) }
    let view = HeadlessView<Row>()
    let (plain, heckel, hollow) = (
      PlainView<Row>(), HeckelView<Row>(), HollowPipeline<TableSnapshot<OneSection, Row>>()
    )
    let store = TableStore<OneSection, Row>()
    let binding = view.bind(store)
    try await store.submit(tables[0])
    plain.show(tables[0])
    heckel.show(arrays[0])
    let count = size > 10_000 ? 6 : 40
    var times: (submit: [Double], hollow: [Double], plain: [Double], heckel: [Double]) = ([], [], [], [])
    // Processor time per update, of the main thread and of the process.
    var (main, plainMain, all, plainAll): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<7 {
      var start = (main: MainLoop.processorTime, all: MainLoop.processTime)
      times.submit += try await waits(count) { number in try await store.submit(tables[(number + 1) % 2]) }
      main.append((MainLoop.processorTime - start.main) / Double(count))
      all.append((MainLoop.processTime - start.all) / Double(count))
      times.hollow += try await waits(count) { number in await hollow.submit(tables[(number + 1) % 2]) }
      start = (MainLoop.processorTime, MainLoop.processTime)
      times.plain += try await waits(count) { number in await MainActor.run { plain.show(tables[(number + 1) % 2]) } }
      plainMain.append((MainLoop.processorTime - start.main) / Double(count))
      plainAll.append((MainLoop.processTime - start.all) / Double(count))
      times.heckel += try await waits(min(count, 10)) { number in
        await MainActor.run { heckel.show(arrays[(number + 1) % 2]) }
      }
    }
    binding.cancel()
    let submit = Race.median(times.submit)
    hollow.end()
    let idle = Race.median(times.hollow)
    let (alone, textbook) = (Race.median(times.plain), Race.median(times.heckel))
    let beside = [main, plainMain, all, plainAll].map(Race.median)
    let processor = beside.map(Format.short)
    return Finding(
      what: "submit to answer, \(Format.grouped(size)) rows, \(scenario.rawValue)",
      value:
        "\(Format.short(submit)) ms; plain \(Format.short(alone)), with Heckel's algorithm \(Format.short(textbook)), "
        + "idle pipeline \(Format.short(idle)); main thread \(processor[0]), plain \(processor[1]); "
        + "process \(processor[2]), plain \(processor[3])",
      json: [
        "scenario": "end-to-end", "row": "eight", "rows": .count(size), "change": .text(scenario.rawValue),
        "submit_ms": .time(submit), "main_ms": .time(beside[0]), "process_ms": .time(beside[2]),
        "hollow_ms": .time(idle), "plain_ms": .time(alone), "plain_main_ms": .time(beside[1]),
        "plain_process_ms": .time(beside[3]), "heckel_ms": .time(textbook),
      ])
  }

  /// Returns how long each of several consecutive updates took, driven from off the main actor.
  @concurrent private static func waits(
    _ count: Int, _ update: @Sendable (Int) async throws -> Void
  ) async throws -> [Double] {
    var times: [Double] = []
    for number in 0..<count {
      let start = Stopwatch.wall
      try await update(number)
      times.append(Stopwatch.wall - start)
    }
    return times
  }
}

/// A pipeline of an actor and a stream that hops to the main actor for each value and does nothing there.
private struct HollowPipeline<Value: Sendable> {
  private actor Receiver {
    let continuation: AsyncStream<(Value, CheckedContinuation<Void, Never>)>.Continuation

    init(_ continuation: AsyncStream<(Value, CheckedContinuation<Void, Never>)>.Continuation) {
      self.continuation = continuation
    }

    func submit(_ value: Value) async { await withCheckedContinuation { _ = continuation.yield((value, $0)) } }
  }

  private let receiver: Receiver
  private let task: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: (Value, CheckedContinuation<Void, Never>).self)
    receiver = Receiver(continuation)
    task = Task.detached {
      for await (_, answer) in stream {
        await MainActor.run {}
        answer.resume()
      }
    }
  }

  func submit(_ value: Value) async { await receiver.submit(value) }

  func end() { task.cancel() }
}
