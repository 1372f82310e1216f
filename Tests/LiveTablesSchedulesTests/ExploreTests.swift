import LiveTablesSchedules
import Testing

/// Tests that an exploration runs the body in every order of its jobs, and reports the first failure.
@Suite(.enabled(if: Schedules.isSupported)) struct ExploreTests {
  private static func depositTwice(into account: Account) async {
    async let first: Void = account.deposit(1)
    async let second: Void = account.deposit(2)
    _ = await (first, second)
  }

  @Test func aLostUpdateIsFound() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        let account = Account()
        await Self.depositTwice(into: account)
        #expect(await account.balance == 3)
      }
    }
    #expect(failure.kind == .failed)
    #expect(failure.problems.count == 1)
    #expect(failure.problems.first?.contains("account.balance == 3") == true)
    #expect(failure.turns.contains { $0.contains("task 2, Account") })
    #expect("\(failure)".contains("Schedules.replay(\"\(try #require(failure.schedule))\")"))
  }

  @Test func theNaturalOrderAlonePasses() async throws {
    let report = try await Schedules.explore(.deviations(0)) { _ in
      let account = Account()
      await Self.depositTwice(into: account)
      #expect(await account.balance == 3)
    }
    #expect(report.schedules == 1 && report.isComplete)
  }

  @Test func aFailureIsReplayed() async throws {
    let body = { @Sendable (_: JobScheduler) in
      let account = Account()
      await Self.depositTwice(into: account)
      #expect(await account.balance == 3)
    }
    let found = try await failure { try await Schedules.explore(.all, body) }
    let schedule = try #require(found.schedule)
    let replayed = try await failure { try await Schedules.replay("\(schedule)", body) }
    #expect(replayed.problems == found.problems && replayed.turns == found.turns)
    try await Schedules.replay("\(Schedule.natural)", body)

    let random = try await failure { try await Schedules.explore(.random(1_000), body) }
    #expect(random.problems == found.problems)
  }

  @Test func whatIsNotAScheduleIsNotReplayed() async throws {
    for text in ["", "seed:", "seed:-1", "path:1..2x", "path:-1", "1.2"] {
      let failure = try await failure { try await Schedules.replay(text) { _ in } }
      #expect(failure.problems == ["“\(text)” is not a schedule"])
    }
  }

  @Test(arguments: [(1, 2), (2, 6), (3, 20), (4, 70)]) func everyInterleavingRunsOnce(turns: Int, expected: Int)
    async throws
  {
    let report = try await Schedules.explore(.all) { _ in
      for _ in 0..<2 {
        Task { for _ in 1..<turns { await Task.yield() } }
      }
    }
    #expect(report.isComplete)
    #expect(report.schedules == expected, "(2k)! / (k!)²")
  }

  @Test func anExplorationEndsAtItsLimit() async throws {
    let report = try await Schedules.explore(.all, limit: 5) { _ in
      for _ in 0..<3 { Task { await Task.yield() } }
    }
    #expect(report.schedules == 5 && !report.isComplete)
    #expect("\(report)".contains("5 schedules, not complete for all"))
  }

  @Test func randomSchedulesAreCompleteIfNoneIsLeftOut() async throws {
    for (count, limit, expected) in [(4, nil, 4), (4, 3, 3), (4, 5, 4), (-1, nil, 0), (4, -1, 0)] {
      let report = try await Schedules.explore(.random(count), limit: limit) { _ in await Task.yield() }
      #expect(report.schedules == expected && report.isComplete == (expected == max(0, count)))
    }
  }

  @Test func hopsOfOrdinaryActorsAreSeparate() async throws {
    // Only the last order has both reads before both writes, and the actor is entered while it is idle.
    let failure = try await failure {
      try await Schedules.explore(.all) { _ in
        let account = Account()
        await withTaskGroup { group in
          for _ in 0..<2 {
            group.addTask {
              let balance = await account.balance
              await account.set(balance + 1)
            }
          }
        }
        #expect(await account.balance == 2)
      }
    }
    #expect(failure.kind == .failed && failure.report.inseparableJobs == 0)
  }

  @Test func tasksThatAnActorStartsRunInThisOrder() async throws {
    try await Schedules.explore(.all) { scheduler in
      let log = Log()
      await log.startTasks(["a", "b", "c"])
      await MainActor.run {
        for name in ["x", "y"] { Task { @MainActor in MainLog.current.append(name) } }
      }
      await scheduler.idle()
      #expect(await log.names == ["a", "b", "c"])
      #expect(await MainLog.current.take() == ["x", "y"])
    }
  }

  @Test func tasksOfTwoActorsRunInAnyOrder() async throws {
    let failure = try await failure {
      try await Schedules.explore(.all) { scheduler in
        let log = Log()
        for name in ["a", "b"] { Task { await log.add(name) } }
        await scheduler.idle()
        #expect(await log.names == ["b", "a"])
      }
    }
    #expect(failure.kind == .failed)
  }

  @Test func explorationsRunBesideOtherTests() async throws {
    let other = Task.detached { @Sendable in
      var count = 0
      while !Task.isCancelled {
        count += 1
        await MainActor.run {}
        await Task.yield()
      }
      return count
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { @Sendable in
          let report = try await Schedules.explore { _ in
            let account = Account()
            await Self.depositTwice(into: account)
            await MainActor.run {}
          }
          #expect(report.isComplete)
        }
      }
      try await group.waitForAll()
    }
    other.cancel()
    #expect(await other.value > 0, "the tasks of this process go on")
  }

  @Test func aBodyCannotExplore() async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in try await Schedules.explore { _ in } }
    }
    #expect(failure.problems.first?.contains("cannot explore schedules itself") == true)
  }

  @Test func aCancelledExplorationEnds() async throws {
    let task = Task {
      try await Schedules.explore(.all) { _ in
        await withTaskGroup { group in
          for _ in 0..<20 { group.addTask { await Task.yield() } }
        }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
