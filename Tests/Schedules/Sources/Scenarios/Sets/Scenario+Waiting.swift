import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios of two pending edits with every outcome, and two newer tables, in every order, for guarantee 67.
///
/// At any moment, an edit begins, is answered or times out, a newer table arrives, or the view's reader reads. The
/// server confirms the first edit late; until then, the edit is pending although its row is in the source's table. The
/// effects of a moment are complete before the next, so these are all orders, from the source to the screen. The
/// scenarios in ``pending`` explore other interleavings.
extension Scenario {
  static let waiting: [Scenario] = Ending.allCases.flatMap { one in
    Ending.allCases.map { two in
      Scenario("all-of-edits-that-wait-\(one)-and-\(two)", .all) { record in
        let (screen, live) = (await Screen(record), LiveWitness(record))
        let server = live.table(rows(1, 2, 3))
        let table = OptimisticTable(server)
        record.dies("optimistic table", table)
        let witness = WaitingWitness(record, rows(1, 2, 3))
        await JobScheduler.shared.inNaturalOrder { await screen.bind(WatchedSource(source: table, witness: witness)) }
        await JobScheduler.shared.inNaturalOrder {
          wait(for: .append(Item(4), to: "s"), one, table, server, witness)
          wait(for: .replace(Item(2, 1)), two, table, server, witness, saysLater: false)
          Task {
            for edit in [Edit.append(Item(5), to: "s"), .remove(id: 1)] {
              await JobScheduler.shared.moment()
              witness.tells(try await server.edit(edit).table)
            }
          }
        }
        witness.end()
        await screen.end(isLast: false)
      }
    }
  }

  /// Scenarios in which the source saves or refuses a user's edits while the server edits the same rows.
  static let saving: [Scenario] = [Ending.confirmed, .refused].flatMap { one in
    [Ending.confirmed, .refused].map { two in
      Scenario("all-of-user-edits-\(one)-and-\(two)", .all) { record in
        let (screen, live) = (await Screen(record), LiveWitness(record))
        let server = live.table(rows(1, 2, 3))
        let witness = WaitingWitness(record, rows(1, 2, 3))
        let table = OptimisticTable(server) { request in
          let (number, edit) = witness.edit(of: request.row.id)
          await JobScheduler.shared.moment()
          if (request.kind == .delete ? one : two) == .refused {
            witness.settles(number, true)
            throw Refusal()
          }
          let change = try await server.edit(edit)
          witness.tells(change.table)
          if request.kind == .delete { await JobScheduler.shared.moment() }
          witness.settles(number, true)
          return .revision(change.revision)
        }
        record.dies("optimistic table", table)
        let source = WatchedSource(source: table, witness: witness)
        await JobScheduler.shared.inNaturalOrder { await screen.bind(source, editing: .deleting() + .inserting()) }
        await JobScheduler.shared.inNaturalOrder {
          Task { @MainActor in
            await JobScheduler.shared.moment()
            edit(.remove(id: 2), screen, witness) { $0.delete(at: $1) }
            await JobScheduler.shared.moment()
            edit(.insert([Item(4)], at: .after(3)), screen, witness) {
              $0.insert(Item(4), at: RowPath(section: $1.section, row: $1.row + 1))
            }
          }
          Task {
            for edit in [Edit.remove(id: 2), .move(.id(3), to: .before(1))] {
              await JobScheduler.shared.moment()
              witness.tells(try await server.edit(edit).table)
            }
          }
        }
        witness.end()
        await screen.end(isLast: false)
      }
    }
  }

  /// Performs a user's edit at row 2, or next to row 3, if this row is on screen.
  @MainActor private static func edit(
    _ edit: Edit, _ screen: Screen, _ witness: WaitingWitness,
    _ body: (UserEditing<String, Item>, RowPath) -> Bool
  ) {
    let number = witness.expects(edit)
    guard let link = screen.view?.link, let path = link.table.path(of: number == 0 ? 2 : 3) else {
      return witness.settles(number, true)
    }
    witness.begins(number, isOnScreen: true)
    if !body(link.editing, path) { witness.settles(number, false) }
  }

  private struct Refusal: Error {}

  /// The outcome of an edit.
  private enum Ending: String, CaseIterable {
    case confirmed, refused, late
  }

  private static func wait(
    for edit: Edit, _ ending: Ending, _ table: OptimisticTable<String, Item>, _ server: LiveItems,
    _ witness: WaitingWitness, saysLater: Bool = true
  ) {
    Task {
      await JobScheduler.shared.moment()
      let number = witness.expects(edit)
      do {
        try await table.edit(timeout: ending == .late ? .seconds(1) : nil, clock: MomentClock()) {
          $0.apply(edit)
          witness.begins(number)
        } until: {
          switch ending {
          case .confirmed:
            await JobScheduler.shared.moment()
            let change = try await server.edit(edit)
            witness.tells(change.table)
            if saysLater { await JobScheduler.shared.moment() }
            return .revision(change.revision)
          case .refused:
            await JobScheduler.shared.moment()
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

/// A clock whose sleeps end at a moment that the schedule chooses.
private struct MomentClock: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await JobScheduler.shared.moment()
  }
}

/// A source that is read at a moment that the schedule chooses.
private struct WatchedSource: EditableSource {
  let source: OptimisticTable<String, Item>
  let witness: WaitingWitness

  var state: SourceState<String, Item> {
    get async {
      // Without news, another read would return the same state.
      if witness.hasNews {
        await JobScheduler.shared.moment()
        witness.looks()
      }
      let state = await source.state
      witness.reads(state.table)
      return state
    }
  }

  func subscribe(_ signal: Signal) async { await source.subscribe(signal) }

  func accept(_ request: UserRequest<String, Item>) -> Acceptance { source.accept(request) }
}

/// Computes the expected table independently, and compares it with the tables that are read and shown.
private final class WaitingWitness: @unchecked Sendable {  // everything runs on one thread
  private let record: Record
  /// The server's table.
  private var truth: Items
  private var edits: [(edit: Edit, isWaiting: Bool)] = []
  private var settled = 0
  private var read: Items?
  /// Whether something has happened since the last read.
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

  /// Marks an edit as pending; edits begin in the order of their numbers.
  ///
  /// - Parameter isOnScreen: Whether the view shows the edit on top of the table that was read.
  func begins(_ number: Int, isOnScreen: Bool = false) {
    edits[number].isWaiting = true
    if isOnScreen { read?.apply(edits[number].edit) }
    hasNews = true
  }

  /// Returns the edit that deletes row 2 or inserts row 4, and its number.
  func edit(of id: Int) -> (number: Int, edit: Edit) {
    let number = id == 2 ? 0 : 1
    return (number, edits[number].edit)
  }

  func settles(_ number: Int, _ isRight: Bool) {
    record.expect(isRight, "\(edits[number].edit) has ended otherwise")
    edits[number].isWaiting = false
    settled += 1
    hasNews = true
  }

  /// Expects that the last table that was read is on screen.
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

  /// The server's table with each pending edit on top, unless the server already has the edit.
  private var wanted: Items {
    var table = truth
    for (edit, isWaiting) in edits where isWaiting {
      if case .insert(let rows, _) = edit, rows.contains(where: { table.row(id: $0.id) != nil }) { continue }
      table.apply(edit)
    }
    return table
  }
}
