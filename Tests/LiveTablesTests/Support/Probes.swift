import Foundation
@_spi(Adapters) import LiveTables
import Testing

/// A value that many threads may look at; the library itself has no locks.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value  // only ever touched under the lock

  init(_ value: Value) { self.value = value }

  @discardableResult func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }

  var now: Value { with { $0 } }
}

/// A row that says when it is compared: this is how tests look into a difference while it is being made.
struct Watched: Diffable, Identifiable, Equatable, Sendable {
  /// What happens at the n-th comparison of the rows that share it.
  final class Watch: Sendable {
    let comparisons = Guarded(0)
    let act = Guarded<(@Sendable (Int) -> Void)?>(nil)

    func compared() {
      let count = comparisons.with {
        $0 += 1
        return $0
      }
      act.now?(count)
    }
  }

  let id: Int
  var text = ""
  let watch: Watch

  static func == (one: Watched, two: Watched) -> Bool { one.id == two.id && one.text == two.text }

  func hasSameContent(as other: Watched) -> Bool {
    watch.compared()
    return self == other
  }
}

/// A row whose living instances are counted.
final class Counted: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  private let living: Guarded<(now: Int, most: Int)>

  init(_ id: Int, _ living: Guarded<(now: Int, most: Int)>) {
    self.id = id
    self.living = living
    living.with {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  deinit { living.with { $0.now -= 1 } }

  static func == (one: Counted, two: Counted) -> Bool { one.id == two.id }
}

/// Opens once; whoever waits goes on.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  func open() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}

/// Holds a thread until somebody on another one opens it.
///
/// Only for what cannot suspend: the inside of a difference.
final class Barrier: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// If nobody opens it, the test fails instead of never ending.
  func hold() {
    if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut { Issue.record("nobody opens the barrier") }
  }
}

/// How long a test waits in vain before it fails.
enum Patience {
  /// Long, because the machine may be busy; less if the environment says so, where a fault is known to be there.
  static let seconds = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Double($0) } ?? 900

  /// How long the process may compute until whoever waits fails; as long as it likes unless the environment says so.
  private static let work = ProcessInfo.processInfo.environment["PATIENCE_WORK"].flatMap { Double($0) }

  /// Whether the process has computed for so long.
  static var isOver: Bool { work.map { Double(clock()) > $0 * Double(CLOCKS_PER_SEC) } ?? false }
}

/// Lets everything else run until a condition holds.
///
/// It never sleeps. A test that waits in vain fails.
@MainActor func until(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool) async {
  let end = ContinuousClock.now + .seconds(Patience.seconds)
  while await !condition() {
    if ContinuousClock.now > end || Patience.isOver {
      Issue.record("it waits in vain", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}

struct Broken: Error, Equatable {
  var number = 0
}

/// Keeps a view true to a store for the length of a test, from when it shows what the store had, and shows that the
/// binding ends.
@MainActor func withBinding<View: TableView, Result>(
  _ view: View, _ store: TableStore<View.Section, View.Row>, options: TableOptions = TableOptions(),
  _ body: (TableBinding<View.Section, View.Row>) async throws -> Result
) async throws -> Result {
  let binding = view.bind(store, options: options)
  await until { view.link.revision > 0 }
  let result: Result
  do {
    result = try await body(binding)
  } catch {
    binding.cancel()
    throw error
  }
  binding.cancel()
  try await binding.finished
  return result
}
