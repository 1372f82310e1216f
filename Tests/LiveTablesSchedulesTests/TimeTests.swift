import Foundation
import LiveTablesSchedules
import Testing

/// Tests that time is virtual, passes only while all tasks wait, and moves to the next deadline.
@Suite(.enabled(if: Schedules.isSupported)) struct TimeTests {
  @Test func sleepsEndInTheirOrder() async throws {
    try await Schedules.explore(.all) { scheduler in
      let log = Log()
      await withTaskGroup { group in
        for (name, minutes) in [("b", 20), ("c", 30), ("a", 10)] {
          group.addTask {
            try? await Task.sleep(for: .seconds(60 * minutes))
            await log.add(name)
          }
        }
      }
      #expect(await log.names == ["a", "b", "c"])
      #expect(scheduler.clock.now.offset == .seconds(1_800))
    }
  }

  @Test func sleepsWithTheSameDeadlineEndInAnyOrder() async throws {
    let failure = try await failure {
      try await Schedules.explore(.all) { _ in
        let log = Log()
        await withTaskGroup { group in
          for name in ["a", "b"] {
            group.addTask {
              try? await Task.sleep(for: .milliseconds(300))
              await log.add(name)
            }
          }
        }
        #expect(await log.names == ["a", "b"])
      }
    }
    #expect(failure.kind == .failed)
  }

  @Test func allClocksMeasureVirtualTime() async throws {
    try await Schedules.explore { scheduler in
      let clock = scheduler.clock
      let begin = clock.now
      try await clock.sleep(for: .milliseconds(50))
      #expect(begin.duration(to: clock.now) == .milliseconds(50))
      try await Task.sleep(until: .now + .milliseconds(120), clock: .continuous)
      try await Task.sleep(for: .seconds(1), clock: .suspending)
      try await Task.sleep(nanoseconds: 30_000_000)
      #expect(begin.duration(to: clock.now) == .milliseconds(1_200))
    }
  }

  @Test func theSystemsClocksShowVirtualTime() async throws {
    try await Schedules.explore { scheduler in
      let (continuous, suspending, date) = (ContinuousClock.now, SuspendingClock.now, Date.now)
      let sum = (0..<100_000).reduce(0, &+)  // takes real time, and no virtual time
      try await Task.sleep(until: continuous + .milliseconds(123), clock: .continuous)
      #expect(scheduler.clock.now.offset == .milliseconds(123), "\(sum)")
      #expect(ContinuousClock.now - continuous == .milliseconds(123))
      #expect(SuspendingClock.now - suspending == .milliseconds(123))
      #expect(abs(Date.now.timeIntervalSince(date) - 0.123) < 1e-6)
    }
  }

  @Test func theClocksOfTheProcessGoOn() async throws {
    let begin = ContinuousClock.now
    try await Schedules.explore { _ in try await Task.sleep(for: .seconds(3_600)) }
    #expect((Duration.zero..<Duration.seconds(3_600)).contains(ContinuousClock.now - begin))
    #expect(ContinuousClock.now > begin)
  }

  @Test func aCancelledSleepEnds() async throws {
    try await Schedules.explore(.all) { scheduler in
      let clock = scheduler.clock
      let task = Task { try await clock.sleep(for: .seconds(3_600)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func momentsAreTheOnlyChoicesInTheNaturalOrder() async throws {
    let report = try await Schedules.explore(.all) { scheduler in
      await scheduler.inNaturalOrder {
        for _ in 0..<2 {
          Task {
            for _ in 0..<2 {
              await scheduler.moment()
              await Task.yield()
            }
          }
        }
      }
    }
    #expect(report.schedules == 6, "4! / (2!)²")
  }
}
