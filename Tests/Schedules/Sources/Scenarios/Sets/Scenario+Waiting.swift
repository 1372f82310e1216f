import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Scheduling

/// Two edits that wait, two newer tables, and every ending of each edit, in every order; promise 67.
///
/// At any moment an edit is begun, answered, or out of time, a newer table comes, and the view's reader looks. Of the first
/// edit the server says later that it has it: until then its row is in the source's table, and the edit waits. What follows
/// from a moment is done before the next; so this is every schedule of them, from the source through the store to the
/// screen. What else there may be between two turns is for ``pending``.
extension Scenario {
  static let waiting: [Scenario] = Ending.allCases.flatMap { one in
    Ending.allCases.map { two in
      Scenario("all-of-edits-that-wait-\(one)-and-\(two)", .none) { record in
        let (screen, live) = (await Screen(record), LiveWitness(record))
        let server = live.table(rows(1, 2, 3))
        let table = Screen.onLane { OptimisticTable(server) }
        record.dies("optimistic table", table)
        let witness = WaitingWitness(record, rows(1, 2, 3))
        await Scheduler.shared.calmly { await screen.bind(WatchedSource(source: table, witness: witness)) }
        await Scheduler.shared.calmly {
          wait(for: .append(Item(4), to: "s"), one, table, server, witness)
          wait(for: .replace(Item(2, 1)), two, table, server, witness, saysLater: false)
          Task {
            for edit in [Edit.append(Item(5), to: "s"), .remove(id: 1)] {
              await Scheduler.shared.moment()
              witness.tells(try await server.edit(edit).table)
            }
          }
        }
        witness.end()
        await screen.end(isLast: false)
      }
    }
  }

  private struct Refusal: Error {}

  /// What becomes of an edit.
  private enum Ending: String, CaseIterable {
    case confirmed, refused, late
  }

  private static func wait(
    for edit: Edit, _ ending: Ending, _ table: OptimisticTable<String, Item>, _ server: LiveItems,
    _ witness: WaitingWitness, saysLater: Bool = true
  ) {
    Task {
      await Scheduler.shared.moment()
      let number = witness.expects(edit)
      do {
        try await table.edit(timeout: ending == .late ? .seconds(1) : nil, clock: MomentClock()) {
          $0.apply(edit)
          witness.begins(number)
        } until: {
          switch ending {
          case .confirmed:
            await Scheduler.shared.moment()
            let change = try await server.edit(edit)
            witness.tells(change.table)
            if saysLater { await Scheduler.shared.moment() }
            return .revision(change.revision)
          case .refused:
            await Scheduler.shared.moment()
            throw Refusal()
          case .late:
            try await Task.sleep(for: .seconds(1_000))
            return .confirmed
          }
        }
        witness.settles(number, ending == .confirmed)
      } catch {
        witness.settles(
          number, ending == .refused && error is Refusal || ending == .late && error as? TableError == .timedOut)
      }
    }
  }
}

/// A clock by which it is time at any moment.
private struct MomentClock: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await Scheduler.shared.moment()
  }
}

/// A source whose reader looks at any moment.
private struct WatchedSource: TableSource {
  let source: OptimisticTable<String, Item>
  let witness: WaitingWitness

  var state: SourceState<String, Item> {
    get async {
      // To look when nothing has happened is to see the same again.
      if witness.hasNews {
        await Scheduler.shared.moment()
        witness.looks()
      }
      let state = await source.state
      witness.reads(state.table)
      return state
    }
  }

  func subscribe(_ signal: Signal) async { await source.subscribe(signal) }
}

/// Knows by itself what has to be shown, and holds against it what is read and shown.
private final class WaitingWitness: @unchecked Sendable {  // everything runs on one thread
  private let record: Record
  /// The server's table.
  private var truth: Items
  private var edits: [(edit: Edit, isWaiting: Bool)] = []
  private var settled = 0
  private var read: Items?
  /// Whether something has happened since the reader looked.
  private(set) var hasNews = false

  init(_ record: Record, _ truth: Items) { (self.record, self.truth) = (record, truth) }

  func tells(_ table: Items) {
    truth = table
    hasNews = true
  }

  func expects(_ edit: Edit) -> Int {
    edits.append((edit, false))
    return edits.count - 1
  }

  /// In the order in which they are begun.
  func begins(_ number: Int) {
    edits[number].isWaiting = true
    hasNews = true
  }

  func settles(_ number: Int, _ isRight: Bool) {
    record.expect(isRight, "\(edits[number].edit) has ended otherwise")
    edits[number].isWaiting = false
    settled += 1
    hasNews = true
  }

  /// All that was read is shown by now.
  func looks() {
    guard let read else { return }
    record.expect(record.shown.last == read, "it shows \(record.shown.last?.text ?? "nothing"), not \(read.text)")
  }

  func reads(_ table: Items) {
    (read, hasNews) = (table, false)
    let wanted = wanted
    record.expect(table == wanted, "it reads \(table.text), not \(wanted.text)")
  }

  func end() {
    looks()
    record.expect(edits.count == 2 && settled == 2, "\(settled) of \(edits.count) edits are settled")
    record.expect(wanted == truth && read == truth, "at the end it shows \(read?.text ?? "nothing"), not \(truth.text)")
    for table in record.shown {
      record.expect(table.count { $0.id == 4 } < 2, "a row is shown twice: \(table.text)")
    }
  }

  /// The server's table and on top of it each edit that waits, unless the server has it.
  private var wanted: Items {
    var table = truth
    for (edit, isWaiting) in edits where isWaiting {
      if case .insert(let rows, _) = edit, rows.contains(where: { table.row(id: $0.id) != nil }) { continue }
      table.apply(edit)
    }
    return table
  }
}
