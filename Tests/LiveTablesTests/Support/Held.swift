import LiveTables
import TestSupport

/// A view and a store whose diffs can be held.
///
/// A diff cannot suspend, so a held diff blocks a thread of the shared pool. Suites that use this type have the trait
/// `holdsThreads`, because two held diffs could block all threads.
@MainActor struct Held {
  let view = TestView<OneSection, Watched>()
  let watch = Watched.Watch()
  let store = TableStore<OneSection, Watched>(name: "held")

  func table(_ ids: [Int], _ text: String = "") -> TableSnapshot<OneSection, Watched> {
    TableSnapshot(rows: ids.map { Watched(id: $0, text: text, watch: watch) })
  }

  /// Holds the next diff at its first comparison: `begun` opens there, and `barrier` lets the diff continue.
  func holdNextDifference() -> (begun: Gate, barrier: Barrier) { watch.holdNext() }
}
