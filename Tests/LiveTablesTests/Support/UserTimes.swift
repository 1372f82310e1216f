@testable import LiveTables

extension UnmergedChange {
  init(number: Int, change: Change) { self.init(number: number, change: change, time: .origin) }
}

extension ContinuousClock.Instant {
  /// The time of a user's edit in tests that do not depend on it.
  static let origin = now
}

extension TableLink {
  /// Whether the update loop has deferred a table until the view is idle.
  var isDeferred: Bool { if case .open(let open)? = applier?.machine.phase { open.isDeferred } else { false } }
}
