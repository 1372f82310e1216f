package import LiveTablesSchedules

/// One situation of the pipeline, to be run under many schedules.
package struct Scenario: Sendable {
  /// Names it on the command line.
  package let name: String
  /// Which schedules are enumerated where that has to be quick; `nil`: what happens is drawn from the schedule's seed
  /// too, so there is nothing to enumerate.
  package let bound: ScheduleBound?
  private let body: @Sendable (Record, UInt64) async -> Void

  init(_ name: String, _ bound: ScheduleBound, _ body: @escaping @Sendable (Record) async -> Void) {
    self.name = name
    self.bound = bound
    self.body = { record, _ in await body(record) }
  }

  /// A situation that is drawn from a seed.
  init(drawn name: String, _ body: @escaping @Sendable (Record, UInt64) async -> Void) {
    self.name = name
    bound = nil
    self.body = body
  }

  /// Makes one run of it.
  package func trial(_ schedule: Schedule) -> Trial {
    let record = Record()
    var seed: UInt64 = 0
    if let drawn = schedule.seed { seed = drawn }
    return Trial { [seed] in
      await body(record, seed)
    } verdict: {
      record.verdict()
    }
  }
}
