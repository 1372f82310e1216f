import Foundation
import Testing

/// Tests random tables, edits, drags and window changes with views that are at least as strict as real views.
@MainActor @Suite("Adapters at random", .serialized) struct RandomAdapterTests {
  /// The seeds to run, which `ADAPTER_SEEDS` can set, for example to `1000-21000`.
  private var seeds: Range<UInt64> {
    let given = ProcessInfo.processInfo.environment["ADAPTER_SEEDS"]?.split(separator: "-").compactMap { UInt64($0) }
    if let given, given.count == 2, given[0] < given[1] { return given[0]..<given[1] }
    return 0..<2_000
  }

  /// Returns descriptions of the first three failures.
  private func failures<Screen: RandomScreen>(_ screen: Screen.Type) async -> [String] {
    var failures: [String] = []
    for seed in seeds where failures.count < 3 {
      if let failure = await RandomRun<Screen>.failure(seed: seed) { failures.append(failure) }
    }
    return failures
  }

  @Test("table views show random tables without exceptions") func tableViews() async {
    for failure in await failures(TableScreen.self) { Issue.record("\(failure)") }
  }

  @Test("collection views show random tables without exceptions") func collectionViews() async {
    for failure in await failures(CollectionScreen.self) { Issue.record("\(failure)") }
  }
}
