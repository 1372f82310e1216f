import LiveTables
import LiveTablesSchedules

/// Scenarios that are small enough to explore all schedules without a bound, for guarantees 17 and 49.
///
/// Tasks receive their answers without a choice, which loses no orders. All other choices are explored.
extension Scenario {
  static let complete: [Scenario] = [
    complete("two-submissions") {
      _ = $0.submits(rows(3, 2, 5), as: "A", $1, settles: true)
      _ = $0.submits(rows(4, 1), as: "B", $1, settles: true)
    },
    complete("three-submissions") {
      _ = $0.submits(rows(1, 3, 4), as: "A", $1, settles: true)
      _ = $0.submits(rows(4, 2), as: "B", $1, settles: true)
      _ = $0.submits(rows(2, 1), as: "C", $1, settles: true)
    },
    complete("edit-against-two-submissions") {
      _ = $0.submits(rows(3, 2, 5), as: "A", $1, settles: true)
      _ = $0.edits(.remove(id: 2), as: "E", $1, settles: true)
      _ = $0.submits(rows(4, 2), as: "B", $1, settles: true)
    },
    complete("three-edits") {
      _ = $0.edits(.append(Item(4)), as: "append", $1, settles: true)
      _ = $0.edits(.remove(id: 2), as: "remove", $1, settles: true)
      _ = $0.edits(.move(.id(3), to: .before(2)), as: "move", $1, settles: true)
    },
    complete("user-edit-against-submission", user: { $0.userEdits(.remove(id: 2)) }) {
      _ = $0.submits(rows(3, 2, 4), as: "A", $1, settles: true)
    },
  ]

  private static func complete(
    _ name: String, user: (@MainActor @Sendable (Screen) -> Void)? = nil,
    _ body: @escaping @Sendable (isolated Store, Record) -> Void
  ) -> Scenario {
    Scenario("all-of-\(name)", .all) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        body($0, record)
      } and: {
        user?(screen)
      }
      if user != nil { record.finally { $0.expectRemoved(2) } }
      await screen.end()
    }
  }
}
