import LiveTablesSchedules
import Testing

/// A small program with a race from a public bug report.
protocol Race: Sendable {
  /// Uses the program like a test whose author does not know of the race.
  ///
  /// - Returns: Whether the result is right.
  func ordinary(isFixed: Bool) async -> Bool

  /// Uses the program like an app, in which the race can occur.
  func explored(isFixed: Bool) async -> Bool
}

/// Tests that the reported races are found, and that the corrected programs have none.
@Suite(.enabled(if: Schedules.isSupported)) struct RaceTests {
  private static let races: [any Race] = [
    TokenRefresh(), LostUpdate(), CancelledReceiver(), StaleResponse(), ThrottledCall(), CacheStampede(),
    DoubleSubscription(), LateDeinit(), MessageOrder(), TwiceResumed(),
  ]

  @Test(arguments: races) func theRaceIsFound(_ race: any Race) async throws {
    let failure = try await failure {
      try await Schedules.explore { _ in
        #expect(await race.explored(isFixed: false))
      }
    }
    #expect([.failed, .crashed].contains(failure.kind), "\(failure)")
    #expect(failure.schedule != nil)
  }

  @Test(arguments: races) func theCorrectedProgramPasses(_ race: any Race) async throws {
    let report = try await Schedules.explore { _ in
      #expect(await race.explored(isFixed: true))
    }
    #expect(report.isComplete, "\(report)")
  }

  @Test(arguments: races) func anOrdinaryTestPasses(_ race: any Race) async {
    for _ in 0..<100 {
      #expect(await race.ordinary(isFixed: false))
      #expect(await race.ordinary(isFixed: true))
    }
  }
}
