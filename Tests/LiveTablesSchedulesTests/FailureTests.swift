import Dispatch
import Foundation
import LiveTablesSchedules
import Testing

/// Waits for a signal that never comes.
private func blockForever() { DispatchSemaphore(value: 0).wait() }

/// Takes some milliseconds.
private func computeForAWhile() { usleep(20_000) }

/// Tests that a body that cannot be explored, or that fails without an expectation, is reported.
@Suite(.enabled(if: Schedules.isSupported)) struct FailureTests {
  @Test func aHangIsFound() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    #expect(failure.kind == .failed)
    #expect(failure.problems.first?.contains("the body never finishes") == true)
  }

  @Test func aLeakedTaskIsFound() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
    }
    #expect(failure.problems == ["a task that the body started never finishes"])
  }

  @Test func anEndlessBodyIsFound() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        while true { await Task.yield() }
      }
    }
    #expect(failure.problems == ["the body is still running after 20,000 turns"])
  }

  @Test func anErrorFails() async throws {
    let failure = try await failure { try await Schedules.explore { _ in throw CancellationError() } }
    #expect(failure.problems == ["the body threw CancellationError()"])
  }

  @Test func aRequirementFailsOnce() async throws {
    let failure = try await failure { try await Schedules.explore { _ in try #require(Bool(false)) } }
    #expect(failure.problems.count == 1)
  }

  @Test func expectationsOfAllTasksCount() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        await Task.detached { #expect(Bool(false), "detached") }.value
        await Task { #expect(Bool(false), "unstructured") }.value
      }
    }
    #expect(failure.problems.count == 2)
  }

  @Test func knownIssuesDoNotFail() async throws {
    let report = try await Schedules.explore { _ in
      withKnownIssue { #expect(Bool(false)) }
    }
    #expect(report.isComplete)
  }

  @Test func aCrashIsFoundWithItsSchedule() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        let account = Account()
        async let first: Void = account.checkedDeposit()
        async let second: Void = account.checkedDeposit()
        _ = await (first, second)
      }
    }
    #expect(failure.kind == .crashed)
    #expect(failure.schedule != .natural && failure.schedule != nil)
  }

  @Test func aCrashIsReportedWithItsMessage() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        await Task.yield()
        fatalError("no such page")
      }
    }
    #expect(failure.problems.count == 2)
    #expect(failure.problems.last?.hasSuffix("Fatal error: no such page") == true)
  }

  @Test func anExitIsReported() async throws {
    let failure = try await failure { try await Schedules.explore { _ in exit(3) } }
    #expect(failure.kind == .crashed && failure.problems == ["the body ended its process with exit(3)"])
  }

  @Test func longTextsAreShortened() async throws {
    let long = try await failure {
      try await Schedules.explore { _ in Issue.record("\(String(repeating: "é", count: 1 << 23))") }
    }
    #expect(long.kind == .failed && (1_000..<5_000).contains(long.problems.first?.count ?? 0))
    let many = try await failure {
      try await Schedules.explore { _ in
        for number in 0..<1_000 { Issue.record("\(number)") }
      }
    }
    #expect(many.problems.last == "and 800 more")
  }

  @Test func aScheduleThatTakesTooLongIsReported() async throws {
    let failure = try await failure {
      try await Schedules.explore(timeLimit: .milliseconds(50), turnLimit: .milliseconds(500)) { _ in
        for _ in 0..<10_000 {
          computeForAWhile()  // the turns go on for minutes
          await Task.yield()
        }
      }
    }
    #expect(failure.kind == .outOfTime)
    #expect(failure.problems.first?.hasPrefix("only 0 schedules ran within 0.05 seconds") == true)
  }

  @Test func aBlockedThreadIsFound() async throws {
    let failure = try await failure {
      try await Schedules.explore(turnLimit: .milliseconds(300)) { _ in
        await Task.yield()
        blockForever()
      }
    }
    #expect(failure.kind == .blocked)
  }

  @Test func aThreadIsOutside() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          Thread.detachNewThread {
            blockForever()
            continuation.resume()
          }
        }
      }
    }
    #expect(failure.kind == .waitsOutside)
  }

  @Test func randomNumbersAreFound() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        for _ in 0..<Int.random(in: 0..<1_000) { await Task.yield() }
      }
    }
    #expect(failure.kind == .notReplayable)
  }

  @Test func tooManySchedulesAreReported() async throws {
    let failure = try await failure {
      try await Schedules.explore(.all, timeLimit: .zero, turnLimit: .seconds(60)) { _ in
        await withTaskGroup { group in
          for _ in 0..<10 { group.addTask { await Task.yield() } }
        }
      }
    }
    #expect(failure.kind == .outOfTime)
    #expect(failure.report.schedules == 1 && !failure.report.isComplete)
  }
}
