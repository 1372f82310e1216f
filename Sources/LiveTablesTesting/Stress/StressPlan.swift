/// How much of what a stress run does, and with which seed.
///
/// ```swift
/// let report = await StressPlan(seed: 42).run()
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
///
/// What each producer and each disturber does is drawn from the seed; in which order their steps meet is up to the
/// machine. So a seed repeats the load, not the schedule.
public struct StressPlan: Hashable, Sendable {
  /// What everything is drawn from.
  @_spi(Adapters) public var seed: UInt64
  /// How many views there are, each with what keeps it true.
  public var views = 4
  /// How many tasks submit to each of them at the same time.
  @_spi(Adapters) public var producers = 3
  /// How many tables and edits each producer submits.
  @_spi(Adapters) public var steps = 40
  /// What kind of tables these are.
  @_spi(Adapters) public var kind = RandomTables.Kind()
  /// What happens to the views meanwhile.
  public var disturbances: Set<StressDisturbance> = Set(StressDisturbance.allCases)

  /// Creates a plan; what is not said is as usual.
  ///
  /// - Parameter seed: The same seed makes the same choices.
  public init(seed: UInt64) { self.seed = seed }
}

/// Something that happens to a view while tables are on their way to it.
public enum StressDisturbance: String, Hashable, Sendable, CaseIterable {
  /// The view leaves its window, or enters one.
  case window
  /// A drag begins or ends.
  case drag
  /// The user edits what is shown.
  case userEdit
  /// The view refuses a batch, or does not commit it once.
  case fault
  /// Somebody else changes the view.
  case outsider
  /// The binding is cancelled, and the store is bound again.
  case rebinding
  /// The view goes, and another one takes its place.
  case replacement
  /// A producer loses patience: its submission is cancelled while it waits.
  case impatience
  /// A producer stalls: for a long time it submits nothing, then it goes on.
  case stall
}

/// What came of a stress run.
public struct StressReport: Sendable, CustomStringConvertible {
  /// The plan's seed.
  @_spi(Adapters) public internal(set) var seed: UInt64
  /// How many tables and edits were submitted.
  @_spi(Adapters) public internal(set) var submissions = 0
  /// How many of them were answered by what was applied.
  @_spi(Adapters) public internal(set) var answers = 0
  /// How many of these were answered by a newer table.
  @_spi(Adapters) public internal(set) var superseded = 0
  /// How many ended because the submitting task was cancelled.
  @_spi(Adapters) public internal(set) var cancelled = 0
  /// How many ended because the table had.
  @_spi(Adapters) public internal(set) var ended = 0
  /// How many batches, and how many reloads, the views were told of.
  @_spi(Adapters) public internal(set) var batches = 0
  /// How many reloads the views were told of.
  @_spi(Adapters) public internal(set) var reloads = 0
  /// How many diagnostics there were; faults and outsiders cause them.
  @_spi(Adapters) public internal(set) var diagnostics = 0
  /// What was not as it is promised; empty if all is well.
  public internal(set) var problems: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// The figures, and what was wrong.
  public var description: String {
    let figures =
      "seed \(seed): \(submissions) submitted, \(answers) answered, \(superseded) of them superseded, "
      + "\(cancelled) cancelled, \(ended) ended; \(batches) batches, \(reloads) reloads, \(diagnostics) diagnostics"
    return problems.isEmpty ? figures : "\(figures)\n" + problems.joined(separator: "\n")
  }

  mutating func add(_ part: StressReport) {
    submissions += part.submissions
    answers += part.answers
    superseded += part.superseded
    cancelled += part.cancelled
    ended += part.ended
    batches += part.batches
    reloads += part.reloads
    diagnostics += part.diagnostics
    problems += part.problems
  }
}
