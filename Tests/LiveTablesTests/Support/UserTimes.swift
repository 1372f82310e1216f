@testable import LiveTables

extension UnmergedChange {
  init(number: Int, edit: Edit) { self.init(number: number, edit: edit, time: .origin) }
}

extension ContinuousClock.Instant {
  /// When users do what they do, where it makes no difference.
  static let origin = now
}
