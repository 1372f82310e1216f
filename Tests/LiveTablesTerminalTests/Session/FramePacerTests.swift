import Testing

@testable import LiveTablesTerminal

@Suite struct FramePacerTests {
  private let start = ContinuousClock.now
  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test("the first change is drawn at once, the next ones in time") func theFirstChangeIsDrawnAtOnceTheNextOnesInTime()
  {
    var pacer = FramePacer()
    #expect(pacer.next(at: start, isOutputBusy: false) == .rest)
    pacer.changed()
    #expect(pacer.next(at: start, isOutputBusy: false) == .draw)
    pacer.drew(at: start, isFading: false)
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .rest)
    pacer.changed()
    pacer.changed()
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .wait(until: at(33)))
    #expect(pacer.next(at: at(33), isOutputBusy: false) == .draw)
  }

  @Test("a key does not wait for the next frame") func aKeyDoesNotWaitForTheNextFrame() {
    var pacer = FramePacer()
    pacer.drew(at: start, isFading: false)
    pacer.pressed()
    pacer.changed()
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .draw)
  }

  @Test("a terminal that is slow is drawn when it has taken the last frame")
  func aTerminalThatIsSlowIsDrawnWhenItHasTakenTheLastFrame() {
    var pacer = FramePacer()
    pacer.pressed()
    #expect(pacer.next(at: start, isOutputBusy: true) == .rest)
    #expect(pacer.next(at: start, isOutputBusy: false) == .draw)
  }

  @Test("what fades is drawn now and then") func whatFadesIsDrawnNowAndThen() {
    var pacer = FramePacer()
    pacer.drew(at: start, isFading: true)
    #expect(pacer.next(at: at(100), isOutputBusy: false) == .wait(until: at(250)))
    pacer.changed()
    #expect(pacer.next(at: at(100), isOutputBusy: false) == .draw)
    pacer.drew(at: at(250), isFading: false)
    #expect(pacer.next(at: at(1000), isOutputBusy: false) == .rest)
  }

  @Test("what is between two states is drawn when it is complete, or when that takes too long")
  func whatIsBetweenTwoStatesIsHeld() {
    var pacer = FramePacer()
    func next(_ milliseconds: Int, isBusy: Bool = false, isHalfway: Bool = true) -> FramePacer.Action {
      pacer.next(at: at(milliseconds), isOutputBusy: isBusy, isHalfway: isHalfway)
    }
    let first = next(0)
    #expect(first == .rest, "there is nothing to draw")
    pacer.pressed()
    let held = [
      next(0, isBusy: true), next(0, isHalfway: false), next(0), next(5), next(50, isHalfway: false), next(99),
      next(100),
    ]
    #expect(held == [.rest, .draw, .wait(until: at(5)), .wait(until: at(10)), .draw, .wait(until: at(104)), .draw])
    pacer.drew(at: at(100), isFading: false)
    pacer.pressed()
    let more = [next(101), next(200), next(201)]
    #expect(more == [.wait(until: at(106)), .wait(until: at(205)), .draw], "each is held for as long")
  }

  @Test("a flood of changes draws thirty frames a second") func aFloodOfChangesDrawsThirtyFramesASecond() {
    var pacer = FramePacer()
    var frames = 0
    for millisecond in 0..<1000 {
      pacer.changed()
      guard pacer.next(at: at(millisecond), isOutputBusy: false) == .draw else { continue }
      pacer.drew(at: at(millisecond), isFading: true)
      frames += 1
    }
    #expect(frames == 31)
  }
}
