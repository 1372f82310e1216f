import LiveTables
import LiveTablesTesting

/// The state of the screen that shows a producer's sequence.
@MainActor final class SoakWatch {
  weak var view: SoakStream.View?
  var isOver = false

  var revision: Int { view?.link.revision ?? 0 }

  var isGone: Bool { isOver || view == nil }

  /// Returns whether the last table is on screen, or will never be shown.
  func isDone(with table: SampleTable) -> Bool { isGone || view?.link.table == table }
}

/// A producer of random tables for the async sequence of a ``SoakStream``.
struct SoakSource: Sendable {
  enum Pace: Int, CaseIterable, Sendable {
    /// The producer submits tables as fast as possible.
    case floods
    /// The producer pauses at times, and continues when all tasks are idle.
    case stalls
    /// The producer submits a table in each turn of the main actor, until it is cancelled.
    case endless
  }

  struct Outcome: Sendable {
    var last = SampleTable()
    var count = 0
    var problem: String?
  }

  let source: SoakStream.Tables.Continuation
  let tables: RandomTables
  /// The number of tables, which is not used if the producer is endless.
  let count: Int
  let pace: Pace
  let failure: SoakStream.Failure?

  @concurrent func run(seenBy watch: SoakWatch) async -> Outcome {
    var tables = tables
    var outcome = Outcome()
    var patience = 10_000
    while pace == .endless || outcome.count < count {
      outcome.count += 1
      let stalls = pace == .stalls && outcome.count % 8 == 0
      outcome.last = stalls ? marker(outcome.count) : tables.next(after: outcome.last)
      if case .terminated = source.yield(outcome.last), pace == .endless { break }
      if outcome.count % 16 == 0 { await Task.yield() }
      if pace == .endless, await watch.isGone { patience -= 1 }
      if patience == 0 {
        outcome.problem = "the producer was not told of the end"
        break
      }
      if stalls {
        let problem = await stall(after: outcome.last, seenBy: watch)
        outcome.problem = outcome.problem ?? problem
      }
    }
    source.finish(throwing: failure)
    return outcome
  }

  /// Returns a unique table that can be recognized on screen.
  private func marker(_ number: Int) -> SampleTable {
    TableSnapshot(sections: [TableSection(SampleSection(99), rows: [SampleRow(90_000 + number)])])
  }

  /// Pauses until the last table has been on screen for a while.
  @MainActor private func stall(after table: SampleTable, seenBy watch: SoakWatch) async -> String? {
    while !watch.isDone(with: table) { await Task.yield() }
    let revision = watch.revision
    for _ in 0..<100 { await Task.yield() }
    let isAtRest = watch.isGone || watch.revision == revision
    return isAtRest ? nil : "something was shown while the stream stalled"
  }
}
