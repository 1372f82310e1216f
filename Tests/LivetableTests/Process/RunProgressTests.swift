import Testing

@testable import livetable

@Suite struct RunProgressTests {
  private var progress = RunProgress()

  @Test mutating func aRunIsOverWhenItHasExitedAndItsPipesAreClosed() {
    #expect(progress.pipesClosed() == .wait)
    #expect(progress.exited() == .finish)
  }

  @Test mutating func whatIsStillInThePipesIsRead() {
    #expect(progress.exited() == .waitUntil(RunProgress.drainingTime))
    #expect(progress.pipesClosed() == .finish)
  }

  @Test mutating func whoeverHoldsThePipesAfterwardsIsEnded() {
    #expect(progress.exited() == .waitUntil(RunProgress.drainingTime))
    #expect(progress.timePassed() == .terminate(RunProgress.terminatingTime))
    #expect(progress.timePassed() == .finish)
  }

  @Test("background jobs continue, unless the run is stopped") mutating func background() {
    progress.keepsBackground = true
    #expect(progress.exited() == .waitUntil(RunProgress.drainingTime))
    var (quiet, stopped) = (progress, progress)
    #expect(progress.timePassed() == .leave)
    #expect(quiet.pipesClosed() == .leave)
    #expect(stopped.stop() == .terminate(RunProgress.terminatingTime))
    #expect(stopped.pipesClosed() == .finish)
  }

  @Test mutating func aRunThatIsStoppedIsTerminated() {
    #expect(progress.stop() == .terminate(RunProgress.terminatingTime))
    #expect(progress.stop() == .wait)
    #expect(progress.exited() == .wait)
    #expect(progress.pipesClosed() == .finish)
  }

  @Test mutating func aRunThatDoesNotTerminateIsKilled() {
    #expect(progress.stop() == .terminate(RunProgress.terminatingTime))
    #expect(progress.timePassed() == .kill)
    #expect(progress.pipesClosed() == .wait)
    #expect(progress.stop() == .wait)
    #expect(progress.exited() == .finish)
  }

  @Test mutating func nothingHappensAfterTheEnd() {
    #expect(progress.pipesClosed() == .wait)
    #expect(progress.exited() == .finish)
    #expect(progress.stop() == .wait)
    #expect(progress.timePassed() == .wait)
    #expect(progress.pipesClosed() == .wait)
  }
}
