import LiveTables
import LiveTablesSchedules

/// Scenarios in which the user drags a row while tables arrive, or while the stream ends.
extension Scenario {
  static let drags: [Scenario] = [
    Scenario("drag", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        await drag(screen) {}
      }
      await screen.end()
    },
    Scenario("drag-against-two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      } and: {
        await drag(screen) {}
      }
      await screen.end()
    },
    Scenario("drag-that-moves", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(1, 2, 3, 4, version: 1), as: "A", record)
      } and: {
        await drag(screen) { screen.userEdits(.move(.id(3), to: .path(RowPath(section: 0, row: 0)))) }
      }
      await screen.end()
    },
    Scenario("two-drags", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        await drag(screen) {}
        await drag(screen) {}
      }
      await screen.end()
    },
    Scenario("drag-while-the-stream-finishes", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.success], $0, record) }
      await JobScheduler.shared.inNaturalOrder { feed.yield(rows(1, 2, 3)) }
      Task {
        feed.yield(rows(3, 1, version: 1))
        await Task.yield()
        feed.finish()
      }
      Task { @MainActor in await drag(screen) {} }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("drag-that-ends-with-the-binding", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        await drag(screen) { screen.cancel() }
      }
      await screen.end(isLast: false)
    },
  ]

  @MainActor private static func drag(_ screen: Screen, _ body: () -> Void) async {
    screen.view?.link.beginInteraction()
    await Task.yield()
    body()
    await Task.yield()
    screen.view?.link.endInteraction()
  }
}
