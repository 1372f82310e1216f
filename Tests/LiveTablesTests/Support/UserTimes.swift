@testable import LiveTables

extension UnmergedChange {
  init(number: Int, change: Change) { self.init(number: number, change: change, time: .origin) }
}

extension ContinuousClock.Instant {
  /// When users do what they do, where it makes no difference.
  static let origin = now
}

extension TableLink {
  /// Whether the update loop has put off a table until the view is idle.
  var isDeferred: Bool { if case .open(let open)? = applier?.machine.phase { open.isDeferred } else { false } }
}
