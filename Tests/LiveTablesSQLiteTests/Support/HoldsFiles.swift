#if SQLite
import Testing

/// Runs at most 24 tests of the marked suites at once.
///
/// A database test has up to a hundred files open. A process can often open only 1,024, and Foundation's `Process`
/// reads past the end of a buffer if a program is started while about 1,360 files are open (Swift 6.3 on Linux).
struct HoldsFiles: SuiteTrait, TestTrait, TestScoping {
  private struct Slots {
    var free = 24
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let slots = Guarded(Slots())

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> HoldsFiles? { testCase == nil ? nil : self }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await withCheckedContinuation { continuation in
      let isFree = Self.slots.with { slots in
        if slots.free == 0 { slots.waiting.append(continuation) } else { slots.free -= 1 }
        return slots.waiting.isEmpty
      }
      if isFree { continuation.resume() }
    }
    defer { Self.leave() }
    try await function()
  }

  private static func leave() {
    let next = slots.with { slots in
      if slots.waiting.isEmpty { slots.free += 1 }
      return slots.waiting.isEmpty ? nil : slots.waiting.removeFirst()
    }
    next?.resume()
  }
}

extension Trait where Self == HoldsFiles {
  static var holdsFiles: Self { Self() }
}
#endif
