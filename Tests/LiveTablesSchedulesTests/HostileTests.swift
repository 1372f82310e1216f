#if compiler(>=6.3) && canImport(Glibc)
import Dispatch
import Foundation
import LiveTablesSchedules
import Testing

/// Tests that a body that uses the process by other means than Swift's tasks is explored or reported.
@Suite struct HostileTests {
  /// An event that no task causes.
  enum Event: CaseIterable {
    case queue, mainQueue, delay, dispatchTimer, timer, thread, lateThread, process

    func resume(_ continuation: CheckedContinuation<Void, Never>) {
      switch self {
      case .queue: DispatchQueue.global().async { continuation.resume() }
      case .mainQueue: DispatchQueue.main.async { continuation.resume() }
      case .delay: DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
      case .dispatchTimer:
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler {
          timer.cancel()
          continuation.resume()
        }
        timer.schedule(deadline: .now() + 0.01)
        timer.resume()
      case .timer:
        RunLoop.main.add(Timer(timeInterval: 0.01, repeats: false) { _ in continuation.resume() }, forMode: .default)
      case .thread: Thread.detachNewThread { continuation.resume() }
      case .lateThread:
        Thread.detachNewThread {
          usleep(20_000)
          continuation.resume()
        }
      case .process:
        let process = shortProcess()
        process.terminationHandler = { _ in continuation.resume() }
        try? process.run()
      }
    }
  }

  @Test(arguments: Event.allCases) func waitingForAnEventOutsideIsReported(_ event: Event) async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        await withCheckedContinuation { event.resume($0) }
      }
    }
    if event == .thread || event == .lateThread { #expect(failure.kind == .waitsOutside) }
    #expect(failure.kind == .waitsOutside || failure.problems.last?.contains("no dispatch queue, run loop") == true)
  }

  @Test func aProcessThatBlocksTheBodyIsReported() async throws {
    try runShortProcess()  // Foundation then has a thread for processes, which does not exist in the copy
    let failure = try await failure {
      try await Schedules.explore(turnLimit: .milliseconds(300)) { _ in try runShortProcess() }
    }
    #expect(failure.kind == .blocked)
  }

  @Test func aThousandTasksAreExplored() async throws {
    let body = { @Sendable (_: JobScheduler) in
      let log = Log()
      await withTaskGroup { group in
        for _ in 0..<1_000 {
          group.addTask {
            await Task.yield()
            await log.add("")
          }
        }
      }
      #expect(await log.names.count == 1_000)
    }
    let report = try await Schedules.explore(.deviations(0), timeLimit: .seconds(600), body)
    #expect(report.isComplete)
    let failure = try await failure { try await Schedules.explore(timeLimit: .seconds(1), body) }
    #expect(failure.kind == .outOfTime)
  }

  @Test func detachedTasksThatNeverEndAreFound() async throws {
    let yielding = try await failure {
      try await Schedules.explore { _ in
        Task.detached { while true { await Task.yield() } }
      }
    }
    #expect(yielding.problems == ["the body is still running after 20,000 turns"])
    let computing = try await failure {
      try await Schedules.explore(turnLimit: .milliseconds(300)) { _ in
        Task.detached { computeForever() }
      }
    }
    #expect(computing.kind == .blocked)
  }

  @Test func aCopyThatTheBodyMakesDoesNotExplore() async throws {
    let report = try await Schedules.explore { _ in
      let copy = makeCopy()
      await Task.yield()
      #expect(signalThatEnds(copy) == SIGSEGV)
    }
    #expect(report.isComplete)
  }

  @Test func anExitWithoutErrorIsReported() async throws {
    let failure = try await failure { try await Schedules.explore { _ in exit(0) } }
    #expect(failure.kind == .crashed && failure.problems == ["the body ended its process with exit(0)"])
  }

  @Test func aMegabyteOfOutputIsDiscarded() async throws {
    let print = { @Sendable in
      Swift.print(String(repeating: "x", count: 1 << 20))
      FileHandle.standardError.write(Data(repeating: UInt8(ascii: "x"), count: 1 << 20))
    }
    let report = try await Schedules.explore { _ in print() }
    #expect(report.isComplete)
    let failure = try await failure {
      try await Schedules.explore { _ in
        print()
        fatalError("no such page")
      }
    }
    #expect(failure.problems.last?.hasSuffix("Fatal error: no such page") == true)
  }

  @Test func theEnvironmentOfTheTestsDoesNotChange() async throws {
    let name = "SCHEDULES_HOSTILE"
    try await Schedules.explore { _ in setenv(name, "1", 1) }
    #expect(getenv(name) == nil)
    let failure = try await failure {
      try await Schedules.explore { _ in
        if getenv(name) != nil { await Task.yield() }
        setenv(name, "1", 1)
      }
    }
    #expect(failure.kind == .notReplayable, "a run sees the environment of the one before")
  }

  @Test func standardFilesMayBeClosed() async throws {
    let report = try await Schedules.explore { _ in
      for file in Int32(0)..<100 { close(file) }
      print("nothing")
      await Task.yield()
    }
    #expect(report.isComplete)
  }

  @Test func aFileInPlaceOfStandardErrorIsNotTruncated() async throws {
    let path = NSTemporaryDirectory() + "schedules-\(UUID().uuidString)"
    defer { unlink(path) }
    try Data("precious".utf8).write(to: URL(filePath: path))
    try await Schedules.explore { _ in
      close(STDERR_FILENO)
      #expect(open(path, O_RDWR) == STDERR_FILENO)
    }
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "precious")
  }

  @Test func theTimeLimitEndsTheSearchForAShortCrash() async throws {
    let failure = try await failure {
      // The time limit does not prevent the first schedule.
      try await Schedules.explore(.random(1), timeLimit: .zero, turnLimit: .seconds(60)) { _ in
        let log = Log()
        await withTaskGroup { group in
          for number in 0..<10 { group.addTask { await log.add("\(number)") } }
        }
        let names = await log.names
        precondition(names == names.sorted() || names == names.sorted().reversed(), "the order is not natural")
      }
    }
    #expect(failure.kind == .crashed)
    let choices = try #require(failure.schedule).description.dropFirst("path:".count).split(separator: ".")
    #expect(choices.count { $0 != "0" } > 1, "\(choices): the search would have left one interruption")
  }
}

private func shortProcess() -> Process {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/true")
  return process
}

private func runShortProcess() throws {
  let process = shortProcess()
  try process.run()
  process.waitUntilExit()
}

private func computeForever() {
  var count = 0
  while true { count &+= 1 }
}

/// Waits until a process ends, and returns the signal that ended it, or 0.
private func signalThatEnds(_ process: pid_t) -> Int32 {
  var status: Int32 = 0
  waitpid(process, &status, 0)
  return status & 0x7f
}

/// Calls `fork`, which Swift does not import.
private func makeCopy() -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  return unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)()
}
#endif
