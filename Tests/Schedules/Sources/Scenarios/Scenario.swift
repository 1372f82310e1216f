public import Scheduling

/// One situation of the pipeline, to be run under many schedules.
public struct Scenario: Sendable {
  /// Names it on the command line.
  public let name: String
  /// Which schedules are enumerated where that has to be quick.
  public let bound: Bound
  private let body: @Sendable (Record) async -> Void

  init(_ name: String, _ bound: Bound, _ body: @escaping @Sendable (Record) async -> Void) {
    self.name = name
    self.bound = bound
    self.body = body
  }

  /// Makes one run of it.
  public func trial() -> Trial {
    let record = Record()
    return Trial {
      await body(record)
    } verdict: {
      record.verdict()
    }
  }
}
