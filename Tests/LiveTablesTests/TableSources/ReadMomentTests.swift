import Testing

@testable import LiveTables

@Suite("Reading several sources in one moment") struct ReadMomentTests {
  @Test("a moment is read once, or again if it was stale", arguments: [false, true])
  func repeats(isStale: Bool) async {
    let (counts, report) = AsyncStream.makeStream(of: Int.self)
    Task {
      var count = 0
      await ReadMoment.open { moment in
        count += 1
        if count == 1, isStale { moment.markStale() }
        if count < 3 { return }
        // Without this wait, a moment that is always read again would hang the test rather than fail it.
        report.yield(count)
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      report.yield(count)
    }
    let count = await counts.first { _ in true }
    #expect(count == (isStale ? 2 : 1))
  }
}
