import LiveTables
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios in which a view calls the library while it receives a change.
extension Scenario {
  static let reentrancy: [Scenario] = [
    Scenario("cells-submit", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { _ in
        Task { _ = await store.submits(rows(7, version: 2), as: "from a cell", record) }
      }
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      }
      await screen.end()
    },
    Scenario("cells-edit", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] _ in
        screen?.userEdits(.remove(id: 3))
        screen?.userEdits(.append(Item(8), to: "s"))
      }
      await store.together { _ = $0.submits(rows(3, 1, version: 1), as: "A", record) }
      await screen.end()
    },
    Scenario("cells-edit-against-two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] _ in screen?.userEdits(.remove(id: 3)) }
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 3), as: "B", record)
      }
      await screen.end()
    },
    Scenario("cells-cancel", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] _ in screen?.cancel() }
      await store.together { _ = $0.submits(rows(3, 1, version: 1), as: "A", record) }
      await screen.end(isLast: false)
    },
    Scenario("cells-release-their-view", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] _ in screen?.release() }
      await store.together { _ = $0.submits(rows(3, 1, version: 1), as: "A", record) }
      await screen.end(isLast: false)
    },
    Scenario("cells-bind-another-store", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let other = Store(rows(9, 8))
      await configure(screen, at: 2) { [weak screen] _ in screen?.bind(other) }
      await store.together { _ = $0.submits(rows(3, 1, version: 1), as: "A", record) }
      record.finally { $0.expect($0.shown.last == rows(9, 8), "the other store's table is not shown") }
      await screen.end(isLast: false)
    },
    Scenario("an-edit-binds-its-store-again", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] _ in screen?.bind(store) }
      Task { @MainActor in screen.userEdits(.remove(id: 2)) }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("reports-call-back", .deviations(2)) { record in
      let screen = await Screen(record)
      let options = BindingOptions { [weak screen] _ in
        screen?.userEdits(.append(Item(8), to: "s"))
        screen?.view?.link.beginInteraction()
        screen?.view?.link.endInteraction()
      }
      let store = await screen.show(rows(1, 2, 3), options: options)
      await MainActor.run { screen.view?.faults = [3: .refuses] }
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      }
      await screen.end()
    },
    Scenario("cells-begin-a-drag", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await configure(screen, at: 2) { [weak screen] view in
        view.link.beginInteraction()
        Task { @MainActor in screen?.view?.link.endInteraction() }
      }
      await store.together { _ = $0.submits(rows(3, 1, version: 1), as: "A", record) }
      await screen.end()
    },
  ]

  /// Calls `body` when the view receives the change with a number; the first table on screen is change 1.
  @MainActor private static func configure(
    _ screen: Screen, at change: Int, _ body: @escaping @MainActor (ExploredView) -> Void
  ) {
    screen.view?.configure = { view, number in
      if number == change { body(view) }
    }
  }
}
