package import LiveTablesSchedules

/// A situation of the pipeline that runs under many schedules.
package struct Scenario: Sendable {
  /// The name on the command line.
  package let name: String
  /// The bound of the enumerated schedules, or `nil` if a seed determines the events as well.
  package let bound: ScheduleBound?
  private let body: @Sendable (Record, UInt64) async -> Void

  init(_ name: String, _ bound: ScheduleBound, _ body: @escaping @Sendable (Record) async -> Void) {
    self.name = name
    self.bound = bound
    self.body = { record, _ in await body(record) }
  }

  /// Creates a scenario whose events a seed determines.
  init(drawn name: String, _ body: @escaping @Sendable (Record, UInt64) async -> Void) {
    self.name = name
    bound = nil
    self.body = body
  }

  /// Returns one run of the scenario.
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
