import LiveTables
import LiveTablesTesting
import LiveTablesSchedules

/// Scenarios with several views or readers, and with views that misbehave.
extension Scenario {
  static let views: [Scenario] = [
    Scenario("two-views-on-one-source", .deviations(2)) { record in
      let other = Record()
      let screens = [await Screen(record), await Screen(other)]
      let feeds = [Feed(record), Feed(other)]
      await JobScheduler.shared.inNaturalOrder {
        for (screen, feed) in zip(screens, feeds) { await screen.bind(feed.stream) }
      }
      Task {
        for table in [rows(1, 2, 3), rows(3, 1, version: 1)] {
          for feed in feeds { feed.yield(table) }
          await Task.yield()
        }
      }
      await JobScheduler.shared.idle()
      for screen in screens { await screen.end() }
      record.finally { record in for problem in other.verdict() { record.problem("other view: \(problem)") } }
    },
    Scenario("one-of-two-views-is-cancelled", .deviations(2)) { record in
      let other = Record()
      let screens = [await Screen(record), await Screen(other)]
      let feeds = [Feed(record), Feed(other)]
      await JobScheduler.shared.inNaturalOrder {
        for (screen, feed) in zip(screens, feeds) { await screen.bind(feed.stream) }
      }
      Task { for feed in feeds { feed.yield(rows(1, 2, 3)) } }
      Task { @MainActor in screens[1].cancel() }
      await JobScheduler.shared.idle()
      await screens[0].end()
      await screens[1].end(isLast: false)
      record.finally { record in for problem in other.verdict() { record.problem("other view: \(problem)") } }
    },
    Scenario("a-store-changes-its-view", .deviations(2)) { record in
      let screen = await Screen(record)
      let other = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        other.bind(store)
      }
      await other.end()
      await screen.end(isLast: false)
    },
    Scenario("a-view-changes-its-store", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let other = Store(rows(9, 8))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.bind(other)
      }
      record.finally { $0.expect($0.shown.last == rows(9, 8), "the other store's table is not shown") }
      await screen.end(isLast: false)
    },
    Scenario("bound-twice", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = Store(rows(1, 2, 3))
      record.first = rows(1, 2, 3)
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.bind(store)
        screen.bind(store)
      }
      await screen.end()
    },
    Scenario("cancelled-and-bound-again", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.binding?.cancel()
        screen.bind(store)
      }
      await screen.end()
    },
    Scenario("two-views-bound-to-one-store", .deviations(2)) { record in
      let other = await Screen(record)
      let screen = await Screen(record)
      let store = Store(rows(1, 2, 3))
      record.first = rows(1, 2, 3)
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        other.bind(store)
        screen.bind(store)
      }
      await screen.end()
      await other.end(isLast: false)
    },
    Scenario("two-views-bound-to-one-store-and-cancelled", .deviations(2)) { record in
      let other = await Screen(record)
      let screen = await Screen(record)
      let store = Store(rows(1, 2, 3))
      record.first = rows(1, 2, 3)
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        other.bind(store)
        screen.bind(store)
        await Task.yield()
        screen.cancel()
        other.cancel()
      }
      await screen.end(isLast: false)
      await other.end(isLast: false)
    },
    Scenario("submission-before-and-after-binding", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = Store(rows(1, 2, 3))
      record.first = rows(1, 2, 3)
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.bind(store)
      }
      await screen.end()
    },
    Scenario("readers-of-changes", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      let readers = await Readers(screen.binding, record)
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      } and: {
        readers.start(2)
        await Task.yield()
        readers.cancelFirst()
      }
      await screen.end()
      readers.check()
    },
    Scenario("window-comes-and-goes", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.view?.strict.leaveWindow()
        await Task.yield()
        screen.view?.strict.enterWindow()
      }
      await screen.end()
    },
    faulty("view-refuses", .refuses),
    faulty("view-throws-after-committing", .commitsAndThrows),
    faulty("view-never-commits", .neverCommits),
    faulty("view-commits-twice", .commitsTwice),
    Scenario("view-lies-about-its-counts", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      } and: {
        screen.view?.strict.claimedRowCounts = [17]
        await Task.yield()
        screen.view?.strict.claimedRowCounts = nil
        screen.view?.strict.insertOutside()
      }
      await screen.end(isLast: false)
      record.finally {
        $0.expect($0.shown.last == $0.wanted, "at the end it shows \($0.shown.last?.text ?? "nothing")")
      }
    },
    Scenario("over-budget", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3), options: BindingOptions(maximumBatchSize: 1))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(3, 1, 2, version: 1), as: "B", record)
      } and: {
        screen.userEdits(.remove(id: 3))
      }
      await screen.end()
    },
  ]

  /// Returns a scenario whose view misbehaves at the second change after its first table.
  private static func faulty(_ name: String, _ fault: ViewFault) -> Scenario {
    Scenario(name, .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await MainActor.run { screen.view?.faults = [3: fault] }
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      } and: {
        screen.userEdits(.append(Item(6), to: "s"))
      }
      await screen.end()
    }
  }
}

/// Tasks that read the applied changes of a binding.
@MainActor final class Readers {
  private let binding: TableBinding<String, Item>?
  private let record: Record
  private var tasks: [Task<Void, Never>] = []
  private var last: [Int: Applied] = [:]

  init(_ binding: TableBinding<String, Item>?, _ record: Record) {
    self.binding = binding
    self.record = record
  }

  func start(_ count: Int) {
    guard let changes = binding?.changes else { return }
    tasks = (0..<count).map { number in
      Task { for await applied in changes { read(applied, number) } }
    }
  }

  func cancelFirst() { tasks.first?.cancel() }

  private func read(_ applied: Applied, _ number: Int) {
    let source = last[number]?.table ?? Items()
    record.expect(applied.changeset.source == source, "reader \(number) missed something")
    record.expect(applied.revision > last[number]?.revision ?? 0, "reader \(number) went back")
    last[number] = applied
  }

  nonisolated func check() {
    Task { @MainActor in
      record.expect(last[1]?.table == record.shown.last, "the last reader did not read the last table")
    }
  }
}
