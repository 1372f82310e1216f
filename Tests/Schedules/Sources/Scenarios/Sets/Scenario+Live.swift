import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios of live tables that are edited in place, their readers, and tables that are derived from them.
extension Scenario {
  static let live: [Scenario] = [
    Scenario("live-edits-compose", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3))
      witness.reads(live, as: "reader")
      witness.edits(live, .append(Item(4), to: "s"))
      witness.edits(live, .remove(id: 2))
      witness.edits(live, .move(.id(3), to: .before(1)))
      await JobScheduler.shared.idle()
      await end(live, witness, from: rows(1, 2, 3), count: 3, readers: "reader")
    },
    Scenario("live-slow-reader-beside-a-fast-one", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3))
      witness.reads(live, as: "fast")
      witness.reads(live, as: "slow", pace: 4)
      for id in 4...6 { witness.edits(live, .append(Item(id), to: "s")) }
      await JobScheduler.shared.idle()
      await end(live, witness, from: rows(1, 2, 3), count: 3, readers: "fast", "slow")
    },
    Scenario("live-reader-cancelled", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3))
      let derived = live.filter { $0.id != 2 }
      witness.reads(derived, as: "reader")
      let cancelled = witness.reads(derived, as: "cancelled")
      witness.edits(live, .append(Item(4), to: "s"))
      Task { cancelled.cancel() }
      await JobScheduler.shared.idle()
      await end(live, witness, from: rows(1, 2, 3), count: 1)
      witness.expect("reader", saw: rows(1, 3, 4))
    },
    Scenario("live-ends-among-edits", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3))
      witness.reads(live, as: "reader")
      witness.edits(live, .append(Item(4), to: "s"), mayEnd: true)
      witness.edits(live, .remove(id: 1), mayEnd: true)
      Task { await live.finish() }
      await JobScheduler.shared.idle()
      await end(live, witness, from: rows(1, 2, 3), count: nil, readers: "reader")
    },
    Scenario("live-undo-among-edits", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3), undoLimit: 5)
      await JobScheduler.shared.inNaturalOrder { await witness.edits(live, .remove(id: 2)).value }
      witness.reads(live, as: "reader")
      Task {
        do {
          let change = try await live.undo(revision: 1)
          record.expect(change?.table.row(id: 2) != nil, "what was undone is not back")
        } catch {
          record.problem("undo threw \(error)")
        }
      }
      Task { try? await live.edit(.append(Item(4), to: "s")) }
      Task { try? await live.edit(.move(.id(3), to: .before(1))) }
      await JobScheduler.shared.idle()
      let table = await live.current
      record.expect(Set(table.map(\.id)) == [1, 2, 3, 4], "something is lost: \(table.text)")
      await JobScheduler.shared.inNaturalOrder {
        await live.finish()
        await JobScheduler.shared.idle()
      }
      witness.expect("reader", saw: table)
    },
    Scenario("live-parameter-against-edits", .deviations(2)) { record in
      let witness = LiveWitness(record)
      let live = witness.table(rows(1, 2, 3, 4))
      let limit = LiveValue(0..<4)
      let derived = live.sorted { $0.id > $1.id }.window(limit)
      witness.reads(derived, as: "one")
      witness.reads(derived, as: "two", pace: 2)
      witness.edits(live, .remove(id: 4))
      Task { await limit.set(0..<2) }
      await JobScheduler.shared.idle()
      await end(live, witness, from: rows(1, 2, 3, 4), count: 1)
      for name in ["one", "two"] { witness.expect(name, saw: rows(3, 2)) }
    },
    Scenario("live-table-in-a-view", .deviations(2)) { record in
      let (screen, witness) = (await Screen(record), LiveWitness(record))
      let live = witness.table(rows(1, 2, 3))
      let derived = live.filter { $0.id != 3 }
      await JobScheduler.shared.inNaturalOrder { await screen.bind(derived) }
      witness.edits(live, .append(Item(4), to: "s"))
      witness.edits(live, .remove(id: 1))
      await JobScheduler.shared.idle()
      let drawn = await screen.view?.strict.drawn
      record.expect(drawn == rows(2, 4), "at the end it shows \(drawn?.text ?? "nothing")")
      await screen.end(isLast: false)
      witness.checkOrder(from: rows(1, 2, 3), to: await live.current, count: 2)
    },
    Scenario("live-binding-cancelled", .deviations(2)) { record in
      let (screen, witness) = (await Screen(record), LiveWitness(record))
      let live = witness.table(rows(1, 2, 3))
      let derived = live.sorted { $0.id > $1.id }
      await screen.bind(derived)
      witness.edits(live, .append(Item(4), to: "s"))
      Task { @MainActor in screen.cancel() }
      await JobScheduler.shared.idle()
      await screen.end(isLast: false)
    },
    Scenario("live-view-released", .deviations(2)) { record in
      let (screen, witness) = (await Screen(record), LiveWitness(record))
      // Only the binding retains the table, so the table has to be deallocated with the view.
      await show(witness, on: screen)
      Task { @MainActor in _ = screen.letGo() }
      await JobScheduler.shared.idle()
    },
  ]

  @MainActor private static func show(_ witness: LiveWitness, on screen: Screen) {
    let live = witness.table(rows(1, 2, 3))
    screen.bind(live.filter { $0.id != 2 })
    witness.edits(live, .append(Item(4), to: "s"))
  }

  /// Finishes the table, and checks that its edits compose and its readers have seen the newest state.
  private static func end(
    _ live: LiveItems, _ witness: LiveWitness, from first: Items, count: Int?, readers: String...
  ) async {
    await JobScheduler.shared.inNaturalOrder {
      await live.finish()
      await JobScheduler.shared.idle()
    }
    let table = await live.current
    witness.checkOrder(from: first, to: table, count: count)
    for name in readers { witness.expect(name, saw: table) }
  }
}
