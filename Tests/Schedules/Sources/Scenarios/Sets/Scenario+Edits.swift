import LiveTables
import LiveTablesSchedules

/// Scenarios in which edits by the program and by the user race with tables.
extension Scenario {
  static let edits: [Scenario] = [
    Scenario("edit-against-two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 2, 5), as: "A", record)
        _ = $0.edits(.remove(id: 2), as: "E", record)
        _ = $0.submits(rows(4, 1), as: "B", record)
      }
      await screen.end()
    },
    Scenario("edits-compose", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.edits(.append(Item(4)), as: "append", record)
        _ = $0.edits(.remove(id: 2), as: "remove", record)
        _ = $0.edits(.move(.id(3), to: .before(2)), as: "move", record)
      }
      await screen.end()
    },
    Scenario("update-that-looks-the-same", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.edits(.replace(Item(2)), as: "E", record)
        _ = $0.submits(rows(2, 3, 4), as: "A", record)
      }
      await screen.end()
    },
    Scenario("user-edit-against-submission", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 2, 4, version: 1), as: "A", record)
      } and: {
        screen.userEdits(.remove(id: 2))
      }
      record.finally { $0.expectRemoved(2) }
      await screen.end()
    },
    Scenario("user-edit-against-two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 2, 4), as: "A", record, settles: true)
        _ = $0.submits(rows(2, 5), as: "B", record, settles: true)
      } and: {
        screen.userEdits(.remove(id: 2))
      }
      record.finally { $0.expectRemoved(2) }
      await screen.end()
    },
    Scenario("two-user-edits-against-submission", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 2, 4, version: 1), as: "A", record)
      } and: {
        screen.userEdits(.remove(id: 2))
        await Task.yield()
        screen.userEdits(.append(Item(9), to: "s"))
      }
      record.finally { $0.expectRemoved(2) }
      await screen.end()
    },
    Scenario("user-edit-against-edit", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.edits(.replace(Item(2, 7)), as: "E", record)
      } and: {
        screen.userEdits(.remove(id: 2))
      }
      await screen.end()
    },
    Scenario("user-edits-faster-than-differences", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3, 4, 5))
      await store.together {
        _ = $0.submits(rows(5, 4, 3, 2, 1, version: 1), as: "A", record)
      } and: {
        for id in 1...5 {
          screen.userEdits(.remove(id: id))
          await Task.yield()
        }
      }
      await screen.end()
    },
  ]
}
