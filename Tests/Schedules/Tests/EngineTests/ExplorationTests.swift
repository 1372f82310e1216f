import LiveTablesSchedules
import XCTest

/// Tests that an exploration runs every schedule once, and finds the failures of each.
final class ExplorationTests: XCTestCase {
  /// Creates a trial of tasks that take several steps each, and for which the body does not wait.
  private func walkers(_ tasks: Int, steps: Int, _ seen: @escaping ([String]) -> Void) -> Trial {
    let log = Log()
    return Trial {
      for task in 0..<tasks {
        Task {
          for step in 0..<steps {
            if step > 0 { await Task.yield() }
            log.add("\(task)")
          }
        }
      }
    } verdict: {
      seen(log.entries)
      return []
    }
  }

  private func count(tasks: Int, steps: Int, within bound: ScheduleBound = .all) -> (schedules: Int, different: Int) {
    var orders: Set<[String]> = []
    let report = Exploration("walkers", within: bound).exhaust { _ in
      walkers(tasks, steps: steps) { orders.insert($0) }
    }
    XCTAssert(report.isComplete)
    return (report.schedules, orders.count)
  }

  func testAllInterleavings() {
    // (2k)! / (k!)²
    for (steps, expected) in [(1, 2), (2, 6), (3, 20), (4, 70), (5, 252)] {
      let (schedules, different) = count(tasks: 2, steps: steps)
      XCTAssertEqual(schedules, expected)
      XCTAssertEqual(different, expected, "no interleaving twice")
    }
    XCTAssertEqual(count(tasks: 3, steps: 2).schedules, 90)  // 6! / (2!)³
    XCTAssertEqual(count(tasks: 3, steps: 3).schedules, 1_680)  // 9! / (3!)³
  }

  func testMomentsAreAllThatIsChosenCalmly() {
    var orders: Set<[String]> = []
    let report = Exploration("moments").exhaust { _ in
      let log = Log()
      return Trial {
        await JobScheduler.shared.inNaturalOrder {
          for task in ["a", "b"] {
            Task {
              for _ in 0..<2 {
                await JobScheduler.shared.moment()
                log.add(task)
                await Task.yield()
                log.add(task)
              }
            }
          }
        }
        log.add("rested")
      } verdict: {
        orders.insert(log.entries)
        return []
      }
    }
    XCTAssert(report.isComplete && report.failures.isEmpty, "\(report)")
    XCTAssertEqual(report.schedules, 6)
    let pairs = Set(orders.map { order in stride(from: 0, to: 8, by: 2).map { order[$0] + order[$0 + 1] } })
    XCTAssertEqual(pairs.count, 6, "the orders differ")
    XCTAssert(pairs.allSatisfy { $0.filter { $0 == "aa" }.count == 2 && $0.filter { $0 == "bb" }.count == 2 })
    XCTAssert(orders.allSatisfy { $0.last == "rested" })
  }

  func testInterruptionsAreBounded() {
    for steps in 1...5 {
      XCTAssertEqual(count(tasks: 2, steps: steps, within: .preemptions(0)).schedules, 2)
      XCTAssertEqual(count(tasks: 2, steps: steps, within: .preemptions(1)).schedules, 2 * steps)
      XCTAssertEqual(
        count(tasks: 2, steps: steps, within: .preemptions(20)).schedules, count(tasks: 2, steps: steps).schedules)
    }
  }

  func testDeviationsAreBounded() {
    for steps in 1...5 {
      XCTAssertEqual(count(tasks: 2, steps: steps, within: .deviations(0)).schedules, 1)
      XCTAssertEqual(count(tasks: 2, steps: steps, within: .deviations(1)).schedules, 1 + steps)
      XCTAssertEqual(
        count(tasks: 2, steps: steps, within: .deviations(20)).schedules, count(tasks: 2, steps: steps).schedules)
    }
  }

  /// Creates a trial of two tasks that read an actor, visit the main actor, and then write to the actor.
  private func bookings() -> Trial {
    let log = Log()
    return Trial {
      let seats = Counter()
      let tasks = (0..<2).map { _ in
        Task {
          guard await seats.value == 0 else { return }
          await MainActor.run {}
          await seats.add(1)
        }
      }
      for task in tasks { await task.value }
      log.add("\(await seats.value)")
    } verdict: {
      log.entries == ["1"] ? [] : ["booked \(log.entries)"]
    }
  }

  func testARaceIsFoundAndReplayed() throws {
    let exhausted = Exploration("bookings").exhaust { _ in bookings() }
    let failure = try XCTUnwrap(exhausted.failures.first)
    XCTAssertEqual(failure.problems, ["booked [\"2\"]"])
    let written = try XCTUnwrap(Schedule("\(failure.shortest)"))
    XCTAssertEqual(Exploration("bookings").replay(written) { _ in bookings() }.problems, failure.problems)
    XCTAssertEqual(Exploration("bookings").replay(.natural) { _ in bookings() }.problems, [])

    let sampled = Exploration("bookings").sample(seeds: 0..<1_000) { _ in bookings() }
    let found = try XCTUnwrap(sampled.failures.first)
    XCTAssertEqual(Exploration("bookings").replay(found.schedule) { _ in bookings() }.problems, failure.problems)
    XCTAssertEqual(Exploration("bookings").replay(found.shortest) { _ in bookings() }.problems, failure.problems)
  }

  func testARaceNeedsAnInterruption() {
    let calm = Exploration("bookings", within: .preemptions(0)).exhaust { _ in bookings() }
    XCTAssert(calm.isComplete)
    XCTAssert(calm.failures.isEmpty, "\(calm)")
  }

  func testWhatNeverFinishesIsReported() {
    let leaked = Exploration("leak").exhaust { _ in
      Trial {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      } verdict: {
        []
      }
    }
    XCTAssertEqual(leaked.failures.first?.problems, ["\(Run.Outcome.unfinished)"])

    let left = Exploration("left").exhaust { _ in
      Trial {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      } verdict: {
        []
      }
    }
    XCTAssertEqual(left.failures.first?.problems, ["\(Run.Outcome.leaking)"])

    let endless = Exploration("endless").exhaust { _ in
      Trial {
        while true { await Task.yield() }
      } verdict: {
        []
      }
    }
    XCTAssertEqual(endless.failures.first?.problems, ["\(Run.Outcome.endless)"])
  }

  /// Creates a trial that counts the turns until the third entry, while another task runs.
  private func countdown(within limit: Int, rounds: Int) -> Trial {
    let log = Log()
    return Trial {
      JobScheduler.shared.count("the third entry", within: limit) { log.entries.count == 3 }
      Task { await Task.yield() }
      for _ in 0..<rounds {
        await Task.yield()
        log.add("entry")
      }
    } verdict: {
      []
    }
  }

  func testTurnsAreCountedUntilSomethingHolds() {
    let report = Exploration("countdown").exhaust { _ in countdown(within: 5, rounds: 3) }
    XCTAssert(report.isComplete && report.failures.isEmpty, "\(report)")
    XCTAssertEqual(report.longest, ["the third entry": 5], "three turns of its own, two of the other task")

    let late = Exploration("countdown").exhaust { _ in countdown(within: 4, rounds: 3) }
    XCTAssertEqual(late.failures.first?.problems, ["the third entry after 5 turns, not within 4"])

    let never = Exploration("countdown").exhaust { _ in countdown(within: 5, rounds: 2) }
    XCTAssertEqual(never.failures.first?.problems, ["the third entry never"])
  }
}
