import LiveTables
import TestSupport

/// A view and a store whose differences can be held up in the middle.
///
/// A difference cannot suspend, so holding it holds a thread of the shared pool. Suites that use this have the trait
/// `holdsThreads`, because two held differences could hold all threads.
@MainActor struct Held {
  let view = TestView<OneSection, Watched>()
  let watch = Watched.Watch()
  let store = TableStore<OneSection, Watched>(name: "held")

  func table(_ ids: [Int], _ text: String = "") -> TableSnapshot<OneSection, Watched> {
    TableSnapshot(rows: ids.map { Watched(id: $0, text: text, watch: watch) })
  }

  /// The next difference says at its first comparison that it has begun, and waits there until it is let go.
  func holdNextDifference() -> (begun: Gate, barrier: Barrier) { watch.holdNext() }
}
