import Dispatch
import Foundation
import LiveTablesSchedules
import Testing

/// Waits for a signal that never comes.
private func blockForever() { DispatchSemaphore(value: 0).wait() }

/// A body that cannot be explored, or fails without an expectation, is reported as such.
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
      try await Schedules.explore(.all, timeLimit: .milliseconds(50)) { _ in
        await withTaskGroup { group in
          for _ in 0..<10 { group.addTask { await Task.yield() } }
        }
      }
    }
    #expect(failure.kind == .outOfTime)
    #expect(failure.report.schedules > 0 && !failure.report.isComplete)
  }
}
