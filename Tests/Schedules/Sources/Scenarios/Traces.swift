@testable import LiveTables
import LiveTablesTesting
package import LiveTablesSchedules

/// Traces of the library's state machines, for comparison with the model in `Tests/Model`.
///
/// Two callers submit tables or edits, and a user edits, drags, binds the store again and cancels, all at random.
package enum Traces {
  /// The number of callers, and of the user's actions of each kind.
  static let limit = 2

  /// Runs the schedules of some seeds.
  ///
  /// - Returns: The report, and each distinct trace, with a line for each turn in which something changed.
  package static func draw(seeds: some Sequence<UInt64>) -> (report: ExplorationReport, traces: [[String]]) {
    let drawn = Drawn()
    let report = Exploration("traces").sample(seeds: seeds) { schedule in
      let record = Record()
      return Trial {
        await run(schedule, record, drawn)
      } verdict: {
        record.verdict()
      }
    }
    return (report, drawn.traces)
  }

  /// Returns a table in which each row has its own section, so that the order of edits does not matter.
  fileprivate static func table(of id: Int?) -> Items {
    Items(sections: (0..<2 * limit).map { TableSection("s\($0)", rows: $0 == id ? [Item($0)] : []) })
  }

  fileprivate static func append(_ id: Int) -> Edit { .append(Item(id), to: "s\(id)") }

  private final class Drawn: @unchecked Sendable {  // everything runs on one thread
    private(set) var traces: [[String]] = []
    private var known: Set<[String]> = []

    func add(_ trace: [String]) { if known.insert(trace).inserted { traces.append(trace) } }
  }

  fileprivate final class Counter: @unchecked Sendable {  // everything runs on one thread
    private var count = 0

    func next() -> Int {
      defer { count += 1 }
      return count
    }
  }

  @MainActor private static func run(_ schedule: Schedule, _ record: Record, _ drawn: Drawn) async {
    guard let seed = schedule.seed else { return }
    var random = SeededGenerator(seed: seed &* 31)
    let screen = Screen(record)
    let store = Store(table(of: nil))
    let counter = Counter()
    let traced = Traced(store, on: screen.view)
    let tables = (0..<limit).map { _ in Bool.random(using: &random) }
    let steps = (0..<6).map { _ in Int.random(in: 0..<5, using: &random) }
    await store.together {
      for isTable in tables { _ = $0.asks(isTable: isTable, counter) }
    } and: {
      var (edits, drags, bindings) = (0, 0, 1)
      screen.bind(store)
      for step in steps {
        await Task.yield()
        guard let link = screen.view?.link else { break }
        switch step {
        case 0 where edits < limit && link.isBound:
          screen.view?.isEditing = true
          link.edit(append(limit + edits))
          screen.view?.isEditing = false
          edits += 1
        case 2 where drags < limit && !link.isInteracting:
          link.beginInteraction()
          drags += 1
        case 3 where link.isInteracting: link.endInteraction()
        case 4 where bindings < limit:
          screen.bind(store)
          bindings += 1
        case 1 where step == steps.last: screen.binding?.cancel()
        default: break
        }
      }
      await Task.yield()
      if screen.view?.link.isInteracting == true { screen.view?.link.endInteraction() }
    }
    await JobScheduler.shared.idle()
    traced.end()
    drawn.add(traced.entries.map(\.description))
    await screen.end(isLast: false)
  }
}

extension TableStore where Section == String, Row == Item {
  /// Starts a task that submits a table or an edit with a new row; the first task to run gets the first row.
  fileprivate func asks(isTable: Bool, _ counter: Traces.Counter) -> Task<Void, Never> {
    Task {
      let id = counter.next()
      _ = try? await isTable ? submit(Traces.table(of: id)) : edit(Traces.append(id))
    }
  }
}
