import HeapMeter
import LiveTables

/// Measures the memory of tables that a producer pushes faster than the view can show them.
@MainActor enum FloodStudy {
  private nonisolated static let rows = 10_000
  private nonisolated static let tables = 1000

  static func findings() async throws -> [Finding] {
    if !heap_meter_is_available() { return [] }
    let base = FlatChange<IntRow>(.edits1pct, count: rows)
    let view = HeadlessView<IntRow>()
    view.onShown = { busy() }
    let piped = try await peak(base) { stream in try await view.display(stream) }
    let plain = PlainView<IntRow>()
    let queued = try await peak(base) { stream in
      for await rows in stream {
        plain.show(TableSnapshot(rows: rows))
        busy()
      }
    }
    let table = rows * MemoryLayout<IntRow>.stride
    return [
      Finding(
        what: "heap peak, \(Format.grouped(tables)) tables of \(Format.bytes(table)) pushed at a slow view",
        value: "\(Format.bytes(piped)), plain \(Format.bytes(queued)); \(view.batches) batches shown",
        target: ("less than the plain way", piped < queued))
    ]
  }

  /// Spins for a millisecond, as long as a view might take to draw.
  private static func busy() {
    let end = Stopwatch.wall + 1
    while Stopwatch.wall < end {}
  }

  private static func peak(
    _ base: FlatChange<IntRow>, _ consume: (AsyncStream<[IntRow]>) async throws -> Void
  ) async throws -> Int {
    let (old, new) = (base.old, base.new)
    let (stream, continuation) = AsyncStream.makeStream(of: [IntRow].self)
    heap_meter_start()
    let producer = Task.detached {
      for number in 0..<tables {
        // Copies the array, so that the tables share no memory.
        continuation.yield((number % 2 == 0 ? old : new).map { $0 })
        await Task.yield()
      }
      continuation.finish()
    }
    try await consume(stream)
    await producer.value
    heap_meter_stop()
    return Int(heap_meter_peak())
  }
}
