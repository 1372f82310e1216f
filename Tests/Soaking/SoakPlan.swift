package import LiveTablesTesting

/// The workload of a stress test of the library's own pipeline, generated from a seed.
///
/// The seed determines the actions of each producer and the disruptions of each view, but not how these are
/// interleaved. Therefore, it reproduces the workload, but not the schedule.
package struct SoakPlan: Sendable {
  /// A kind of disruption of a view or a producer.
  package enum Disturbance: Hashable, Sendable, CaseIterable {
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

  package let seed: UInt64
  /// The number of views, each with its own store or sequence.
  package var views = 4
  /// The number of tasks that concurrently submit tables to each store.
  package var producers = 3
  /// The number of tables and edits that each producer task submits.
  package var steps = 40
  /// The kind of tables to submit.
  package var kind = RandomTables.Kind()
  package var disturbances: Set<Disturbance> = Set(Disturbance.allCases)

  package init(seed: UInt64) { self.seed = seed }
}

/// The result of a ``SoakPlan``.
package struct SoakReport: Sendable, CustomStringConvertible {
  /// The seed of the plan.
  package let seed: UInt64
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
  package internal(set) var problems: [String] = []

  package var description: String {
    let figures =
      "seed \(seed): \(submissions) submitted, \(answers) answered, \(superseded) of them superseded, "
      + "\(cancelled) cancelled, \(ended) ended; \(batches) batches, \(reloads) reloads, \(diagnostics) diagnostics"
    return problems.isEmpty ? figures : "\(figures)\n" + problems.joined(separator: "\n")
  }

  mutating func add(_ part: SoakReport) {
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
