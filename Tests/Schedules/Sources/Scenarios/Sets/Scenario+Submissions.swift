import LiveTables
import LiveTablesSchedules

/// Scenarios of tables and edits that reach the store at the same time.
extension Scenario {
  static let submissions: [Scenario] = [
    Scenario("two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(1, 3, 4), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      }
      await screen.end()
    },
    Scenario("three-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(1, 3, 4), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
        _ = $0.submits(rows(2, 1, version: 1), as: "C", record)
      }
      await screen.end()
    },
    Scenario("changes-of-three-stages", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(sections(["a": [1, 2], "b": [3, 4], "c": [5]]))
      await store.together {
        _ = $0.submits(sections(["c": [5, 6], "a": [2, 1], "b": [4]], version: 1), as: "A", record)
        _ = $0.submits(sections(["b": [1, 4, 3], "d": [5]]), as: "B", record)
      }
      await screen.end()
    },
    Scenario("caller-cancelled", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let submission = await store.submits(rows(3, 1, version: 1), as: "A", record)
      Task { submission.cancel() }
      await JobScheduler.shared.idle()
      record.finally { record in
        for answer in record.answers {
          guard case .failure(let error) = answer.result else { continue }
          record.expect(error is CancellationError, "the caller got \(error)")
        }
      }
      await screen.end()
    },
    Scenario("submissions-within-a-body", .deviations(2)) { record in
      let screen = await Screen(record)
      record.first = Items()
      await Self.withStore(screen) { store in
        await store.together {
          _ = $0.submits(rows(1, 3, 4), as: "A", record)
          _ = $0.submits(rows(4, 2, version: 1), as: "B", record)
        }
      }
      await screen.end()
    },
    Scenario("body-returns-before-its-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      record.first = Items()
      await Self.withStore(screen) { store in _ = await store.submits(rows(1, 3, 4), as: "A", record) }
      record.finally { record in
        for answer in record.answers {
          guard case .failure(let error) = answer.result else { continue }
          record.expect(error as? TableError == .ended(.finished), "it ended with \(error)")
        }
      }
      await screen.end(isLast: false)
    },
  ]

  /// Calls `withStore`, and retains the view only as long as the call needs it.
  @MainActor static func withStore(_ screen: Screen, _ body: @Sendable (Store) async -> Void) async {
    await screen.view?.withStore { await body($0) }
  }
}
