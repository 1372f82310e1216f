/// The workload of a stress test, generated from a seed.
///
/// ```swift
/// let report = await StressPlan(seed: 42).run()
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
///
/// The seed determines the actions of each producer and the disruptions of each view, but not how these are
/// interleaved. Therefore, it reproduces the workload, but not the schedule.
public struct StressPlan: Hashable, Sendable {
  /// The seed of the workload.
  package var seed: UInt64
  /// The number of views, each with its own store or sequence.
  public var views = 4
  /// The number of tasks that concurrently submit tables to each store.
  package var producers = 3
  /// The number of tables and edits that each producer task submits.
  package var steps = 40
  /// The kind of tables to submit.
  package var kind = RandomTables.Kind()
  /// The kinds of disruptions that occur during the stress test, such as drags and cancellations.
  public var disturbances: Set<StressDisturbance> = Set(StressDisturbance.allCases)

  /// Creates a plan with default values.
  ///
  /// - Parameter seed: The seed. Equal seeds generate equal workloads.
  public init(seed: UInt64) { self.seed = seed }
}

/// A kind of disruption of a view during a stress test.
public enum StressDisturbance: String, Hashable, Sendable, CaseIterable {
  /// The view leaves or enters a window.
  case window
  /// A drag begins or ends.
  case drag
  /// The user edits the table.
  case userEdit
  /// The view rejects a batch, or does not call `commit` exactly once.
  case fault
  /// Other code changes the view.
  case outsider
  /// The binding is cancelled, and the store is bound again.
  case rebinding
  /// The view is deallocated and replaced.
  case replacement
  /// A producer cancels a submission in progress.
  case impatience
  /// A producer pauses for a long time.
  case stall
}

/// The result of a stress test.
public struct StressReport: Sendable, CustomStringConvertible {
  /// The seed of the plan.
  package internal(set) var seed: UInt64
  /// The number of submitted tables and edits.
  package internal(set) var submissions = 0
  /// The number of submissions that were applied.
  package internal(set) var answers = 0
  /// The number of applied submissions that a newer table superseded.
  package internal(set) var superseded = 0
  /// The number of submissions whose task was cancelled.
  package internal(set) var cancelled = 0
  /// The number of submissions that failed because the store had ended.
  package internal(set) var ended = 0
  /// The number of batches that the views received.
  package internal(set) var batches = 0
  /// The number of reloads that the views received.
  package internal(set) var reloads = 0
  /// The number of diagnostics that were reported.
  ///
  /// Deliberate faults, and other code that changes a view, cause diagnostics.
  package internal(set) var diagnostics = 0
  /// Descriptions of the failures.
  ///
  /// The array is empty if the test passed.
  public internal(set) var problems: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// A description of the report with its counts and problems.
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
