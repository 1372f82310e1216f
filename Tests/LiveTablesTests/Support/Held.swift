import Dispatch
import TestSupport

@testable import LiveTables

/// A view and a store whose differences can be held up in the middle.
///
/// A difference cannot suspend, so holding it holds a thread of the shared pool. The store therefore runs on a queue of
/// its own, and tests that use this run one after the other.
@MainActor struct Held {
  let view = TestView<OneSection, Watched>()
  let watch = Watched.Watch()
  let store: TableStore<OneSection, Watched>

  init() { store = onOwnQueue { TableStore<OneSection, Watched>(name: "held") } }

  func table(_ ids: [Int], _ text: String = "") -> TableSnapshot<OneSection, Watched> {
    TableSnapshot(rows: ids.map { Watched(id: $0, text: text, watch: watch) })
  }

  /// The next difference says at its first comparison that it has begun, and waits there until it is let go.
  func holdNextDifference() -> (begun: Gate, barrier: Barrier) { watch.holdNext() }
}

/// Creates a store that runs on a queue of its own, as only debug builds can: in others, it may hold a thread of the pool.
func onOwnQueue<Result>(_ body: () throws -> Result) rethrows -> Result {
  #if DEBUG
  try StoreExecutor.$current.withValue(QueueActor(), operation: body)
  #else
  try body()
  #endif
}

/// An actor that runs on a queue of its own.
private actor QueueActor {
  private nonisolated let executor = QueueExecutor(label: "store")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
