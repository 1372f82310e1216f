import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios of pending edits and newer tables of their source, for guarantees 49 and 67.
///
/// Answers and tables arrive at any time, in any order. The screen shows an edit without interruption, from the first
/// table with this edit until it is settled. A confirmed edit stays; a refused or timed-out edit disappears for good.
extension Scenario {
  static let pending: [Scenario] = Ending.allCases.flatMap { one in
    Ending.allCases.map { two in
      Scenario("pending-\(one)-and-\(two)", .deviations(1)) { record in
        let (screen, witness) = (await Screen(record), LiveWitness(record))
        let server = witness.table(rows(1, 2, 3))
        let table = OptimisticTable(server)
        record.dies("optimistic table", table)
        await JobScheduler.shared.inNaturalOrder { await screen.bind(table) }
        wait(for: .append(Item(4), to: "s"), one, table, server, record)
        wait(for: .replace(Item(2, 1)), two, table, server, record)
        witness.edits(server, .append(Item(5), to: "s"))
        witness.edits(server, .remove(id: 1))
        await JobScheduler.shared.idle()
        let drawn = await screen.view?.strict.drawn
        let target = await server.current
        record.expect(drawn == target, "at the end it shows \(drawn?.text ?? "nothing"), not \(target.text)")
        record.expectOnce(one == .confirmed) { $0.row(id: 4) != nil }
        record.expectOnce(two == .confirmed) { $0.row(id: 2)?.version == 1 }
        record.expect(record.shown.allSatisfy { $0.count { $0.id == 4 } < 2 }, "a row is shown twice")
        await screen.end(isLast: false)
      }
    }
  }

  private struct Refusal: Error {}

  /// The outcome of an edit.
  private enum Ending: String, CaseIterable {
    case confirmed, refused, late
  }

  /// Starts a task that edits the table and waits for the outcome.
  private static func wait(
    for edit: Edit, _ ending: Ending, _ table: OptimisticTable<String, Item>, _ server: LiveItems, _ record: Record
  ) {
    Task {
      do {
        try await table.edit(timeout: ending == .late ? .seconds(1) : nil) {
          $0.apply(edit)
        } until: {
          switch ending {
          case .confirmed: return .revision(try await server.edit(edit).revision)
          case .refused: throw Refusal()
          case .late:
            try await Task.sleep(for: .seconds(1_000))
            return .confirmed
          }
        }
        record.expect(ending == .confirmed, "\(edit) was not \(ending)")
      } catch {
        let isExpected = ending == .refused && error is Refusal || ending == .late && error as? TableError == .timedOut
        record.expect(isExpected, "\(edit) threw \(error)")
      }
    }
  }
}

extension Record {
  /// Expects that an effect was shown without interruption, and is shown at the end only if it `stays`.
  fileprivate func expectOnce(_ stays: Bool, _ isShown: (Items) -> Bool) {
    var runs: [Bool] = []
    for table in shown where runs.last != isShown(table) { runs.append(isShown(table)) }
    expect(runs.last == stays, "at the end it is \(stays ? "gone" : "there"): \(shown.map(\.text))")
    expect(runs.count { $0 } <= 1, "it went and came back: \(shown.map(\.text))")
  }
}
