@_spi(Adapters) import LiveTablesCells

/// What a producer can see of the screen that shows its stream.
@MainActor final class StressWatch {
  weak var view: StressStream.View?
  /// Whether nobody wants the stream any more.
  var isOver = false

  var revision: Int { view?.link.revision ?? 0 }

  /// Whether nothing is shown any more.
  var isGone: Bool { isOver || view == nil }

  /// Whether there is nothing left to do for a table that was the last.
  func isDone(with table: SampleTable) -> Bool { isGone || view?.link.table == table }
}

/// The producer of a stream.
struct StressSource: Sendable {
  enum Pace: Int, CaseIterable, Sendable {
    /// It gives as fast as it can.
    case floods
    /// Now and then it gives nothing for long, and goes on when everything has come to rest.
    case stalls
    /// It gives a table for every turn that it gets on the main actor, and ends only when nobody wants more.
    case endless
  }

  /// What came of it.
  struct Outcome: Sendable {
    var last = SampleTable()
    var count = 0
    var problem: String?
  }

  let source: StressStream.Tables.Continuation
  let tables: RandomTables
  /// How many tables it gives, unless it is endless.
  let count: Int
  let pace: Pace
  let failure: StressStream.Failure?

  @concurrent func run(seenBy watch: StressWatch) async -> Outcome {
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

  /// A table like no other, so that it can be told when it is on screen.
  private func marker(_ number: Int) -> SampleTable {
    TableSnapshot(sections: [TableSection(SampleSection(99), rows: [SampleRow(90_000 + number)])])
  }

  /// Gives nothing until the last table is on screen, and for a while after that.
  ///
  /// - Returns: What was wrong.
  @MainActor private func stall(after table: SampleTable, seenBy watch: StressWatch) async -> String? {
    while !watch.isDone(with: table) { await Task.yield() }
    let revision = watch.revision
    for _ in 0..<100 { await Task.yield() }
    let isAtRest = watch.isGone || watch.revision == revision
    return isAtRest ? nil : "something was shown while the stream stalled"
  }
}
