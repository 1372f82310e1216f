import LiveTables
import LiveTablesSchedules

/// Scenarios that end at any step, by cancellation, by releasing the view, or by an upstream error.
extension Scenario {
  static let ends: [Scenario] = [
    Scenario("binding-cancelled", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.cancel()
      }
      await screen.end(isLast: false)
    },
    Scenario("binding-cancelled-between-two-submissions", .deviations(2)) { record in
      let screen = await Screen(record)
      let store = await screen.show(rows(1, 2, 3))
      await store.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
        _ = $0.submits(rows(4, 2), as: "B", record)
      } and: {
        screen.cancel()
      }
      await screen.end(isLast: false)
    },
    Scenario("display-cancelled-on-the-main-actor", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      let display = await screen.display(feed.stream) { ended(as: [.success, .cancelled], $0, record) }
      await JobScheduler.shared.inNaturalOrder { feed.yield(rows(1, 2, 3)) }
      Task {
        feed.yield(rows(3, 1, version: 1))
        await Task.yield()
        feed.finish()
      }
      Task { @MainActor in
        display.cancel()
        screen.view?.isClosed = "after the task was cancelled"
      }
      await JobScheduler.shared.idle()
      await screen.end(isLast: false)
    },
    Scenario("display-cancelled-elsewhere", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      let display = await screen.display(feed.stream) { ended(as: [.success, .cancelled], $0, record) }
      Task {
        feed.yield(rows(1, 2, 3))
        await Task.yield()
        feed.finish()
      }
      Task { display.cancel() }
      await JobScheduler.shared.idle()
      await screen.end(isLast: false)
    },
    Scenario("display-finishes", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.success], $0, record) }
      Task {
        feed.yield(rows(1, 2, 3))
        await Task.yield()
        feed.yield(rows(3, 1, version: 1))
        await Task.yield()
        feed.finish()
      }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("upstream-fails", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.upstream], $0, record) }
      Task {
        feed.yield(rows(1, 2, 3))
        await Task.yield()
        feed.yield(rows(3, 1, version: 1))
        await Task.yield()
        feed.finish(throwing: Upstream())
      }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("upstream-stalls", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.success], $0, record) }
      Task {
        for table in [rows(1, 2, 3), rows(3, 2, 4, version: 1), rows(4, 5)] {
          feed.yield(table)
          try? await Task.sleep(for: .seconds(3_600))
          record.expect(record.shown.last == record.wanted, "the last table is not shown while the stream stalls")
        }
        feed.finish()
      }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("user-edits-while-upstream-stalls", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.success], $0, record) }
      Task {
        feed.yield(rows(1, 2, 3))
        try? await Task.sleep(for: .seconds(3_600))
        record.expect(record.shown.last == rows(2, 3), "the user's edit is not shown while the stream stalls")
        feed.yield(rows(3, 1, 4, version: 1))
        await Task.yield()
        feed.finish()
      }
      Task { @MainActor in
        try? await Task.sleep(for: .seconds(60))
        screen.userEdits(.remove(id: 1))
      }
      await JobScheduler.shared.idle()
      await screen.end()
    },
    Scenario("view-released", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      await JobScheduler.shared.inNaturalOrder {
        await screen.bind(feed.stream)
        feed.yield(rows(1, 2, 3))
      }
      let store = await screen.binding?.store
      await store?.together {
        _ = $0.submits(rows(3, 1, version: 1), as: "A", record)
      } and: {
        screen.release()
      }
      await gone(screen)
      feed.expectTerminated()
    },
    Scenario("view-released-off-the-main-actor", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      await JobScheduler.shared.inNaturalOrder {
        await screen.bind(feed.stream)
        feed.yield(rows(1, 2, 3))
      }
      let view = Holder(await screen.view)
      await screen.release()
      Task {
        feed.yield(rows(3, 1, version: 1))
        feed.yield(rows(4))
      }
      Task { view.object = nil }
      await JobScheduler.shared.idle()
      await gone(screen)
      feed.expectTerminated()
    },
    Scenario("view-released-while-displayed", .deviations(2)) { record in
      let screen = await Screen(record)
      let feed = Feed(record)
      _ = await screen.display(feed.stream) { ended(as: [.success], $0, record) }
      await JobScheduler.shared.inNaturalOrder { feed.yield(rows(1, 2, 3)) }
      Task { feed.yield(rows(3, 1, version: 1)) }
      Task { @MainActor in screen.release() }
      await JobScheduler.shared.idle()
      feed.expectTerminated()
    },
  ]

  /// Waits until the binding of a released view finishes, while the stream is still open.
  @MainActor private static func gone(_ screen: Screen) async {
    await JobScheduler.shared.inNaturalOrder {
      let binding = screen.letGo()
      do {
        try await binding?.finished
      } catch {
        screen.record.problem("finished threw \(error)")
      }
    }
  }
}

/// The ways in which a displayed stream can end.
enum Ending: String {
  case success
  case cancelled
  case upstream
  case other
}

/// Records that a displayed stream has ended, and checks how.
func ended(as allowed: Set<Ending>, _ result: Result<Void, any Error>, _ record: Record) {
  record.end("display")
  let ending: Ending =
    switch result {
    case .success: .success
    case .failure(is CancellationError): .cancelled
    case .failure(is Upstream): .upstream
    case .failure: .other
    }
  record.expect(allowed.contains(ending), "it ended as \(ending)")
}

/// Retains an object until it is set to `nil`, on any thread.
final class Holder<Object: AnyObject>: @unchecked Sendable {  // everything runs on one thread
  var object: Object?

  init(_ object: Object?) { self.object = object }
}
