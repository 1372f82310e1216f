import LiveTablesSchedules
import XCTest

/// Tests that the scheduler runs all jobs, in an order that depends only on the schedule.
final class SchedulerTests: XCTestCase {
  /// Creates a trial with the main actor, actors, child tasks, detached tasks, yields and sleeps.
  private func everything() -> Trial {
    let log = Log()
    return Trial {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { tasks in
        for name in ["a", "b", "c"] {
          tasks.addTask {
            await counter.add(1)
            await Task.yield()
            await log.note(name)
          }
        }
      }
      async let slow: Void = {
        try? await Task.sleep(for: .seconds(3600))
        await log.note("slow")
      }()
      async let quick: Void = {
        try? await Task.sleep(for: .seconds(60))
        await log.note("quick")
      }()
      _ = await (slow, quick)
      await Task.detached { await counter.add(1) }.value
      let sum = await counter.value
      await log.note("\(sum)")
    } verdict: {
      let entries = log.entries
      return Array(entries.suffix(3)) == ["quick", "slow", "4"] && Set(entries.prefix(3)) == ["a", "b", "c"]
        ? [] : ["\(entries)"]
    }
  }

  func testOneSeedIsOneRun() {
    var traces: Set<UInt64> = []
    Takeover.during {
      for seed in UInt64(0)..<200 {
        let first = Engine.shared.run(.seed(seed), keepsTurns: true, everything().body)
        let second = Engine.shared.run(.seed(seed), keepsTurns: true, everything().body)
        XCTAssertEqual(first.outcome, .finished)
        XCTAssertEqual(first.turns, second.turns)
        XCTAssertEqual(first.trace, second.trace)
        XCTAssertEqual(first.foreignJobs, 0)
        let path = Engine.shared.run(first.choices.schedule, everything().body)
        XCTAssertEqual(path.trace, first.trace, "the path of a seeded run is the same run")
        traces.insert(first.trace)
      }
    }
    XCTAssertGreaterThan(traces.count, 150, "seeds differ")
  }

  func testEveryKindOfJobIsScheduled() {
    let report = Exploration("everything").sample(seeds: 0..<2_000) { _ in everything() }
    XCTAssertEqual(report.schedules, 2_000)
    XCTAssert(report.failures.isEmpty, "\(report)")
  }

  func testSleepsPassVirtualTimeInOrder() {
    let log = Log()
    Takeover.during {
      let run = Engine.shared.run(.seed(3)) {
        await withTaskGroup(of: Void.self) { tasks in
          for minutes in [30, 10, 20] {
            tasks.addTask {
              try? await Task.sleep(for: .seconds(minutes * 60))
              await log.note("\(minutes)")
            }
          }
        }
      }
      XCTAssertEqual(run.outcome, .finished)
      XCTAssertEqual(Engine.shared.elapsed / .seconds(60), 30, accuracy: 0.01)
    }
    XCTAssertEqual(log.entries, ["10", "20", "30"])
  }

  func testThePlatformIsPutBack() async {
    // This test is separate and asynchronous, because it hangs if the executors still wait for a scheduler.
    await Task.detached { await Task.yield() }.value
  }

  func testSchedulesAreReadAsTheyAreWritten() {
    for schedule in [Schedule.seed(0), .seed(.max), .natural, .path([0, 2, 1]), .path([10])] {
      XCTAssertEqual(Schedule(schedule.description), schedule)
    }
    for text in ["", "seed:", "seed:-1", "path:1..2x", "path:-1", "1.2"] { XCTAssertNil(Schedule(text), text) }
  }
}
