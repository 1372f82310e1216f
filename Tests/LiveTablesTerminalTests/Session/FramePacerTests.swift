import Testing

@testable import LiveTablesTerminal

@Suite struct FramePacerTests {
  private let start = ContinuousClock.now
  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func theFirstChangeIsDrawnAtOnceTheNextOnesInTime() {
    var pacer = FramePacer()
    #expect(pacer.next(at: start, isOutputBusy: false) == .idle)
    pacer.request(.change)
    #expect(pacer.next(at: start, isOutputBusy: false) == .draw)
    pacer.beginFrame(at: start)
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .idle)
    pacer.request(.change)
    pacer.request(.change)
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .wait(until: at(33)))
    #expect(pacer.next(at: at(33), isOutputBusy: false) == .draw)
  }

  @Test func aKeyDoesNotWaitForTheNextFrame() {
    var pacer = FramePacer()
    pacer.beginFrame(at: start)
    pacer.request(.key)
    pacer.request(.change)
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .draw)
  }

  @Test
  func aTerminalThatIsSlowIsDrawnWhenItHasTakenTheLastFrame() {
    var pacer = FramePacer()
    pacer.request(.key)
    #expect(pacer.next(at: start, isOutputBusy: true) == .idle)
    #expect(pacer.next(at: start, isOutputBusy: false) == .draw)
  }

  @Test func whatFadesIsDrawnNowAndThen() {
    var pacer = FramePacer()
    pacer.beginFrame(at: start)
    pacer.request(.fade)
    #expect(pacer.next(at: at(100), isOutputBusy: false) == .wait(until: at(250)))
    pacer.request(.change)
    #expect(pacer.next(at: at(100), isOutputBusy: false) == .draw)
    pacer.beginFrame(at: at(250))
    #expect(pacer.next(at: at(1000), isOutputBusy: false) == .idle)
  }

  @Test("a change during the composition of a frame is drawn with the next frame") func whatChangesMeanwhile() {
    var pacer = FramePacer()
    pacer.request(.key)
    pacer.beginFrame(at: start)
    pacer.request(.change)
    pacer.request(.fade)
    #expect(pacer.next(at: at(1), isOutputBusy: false) == .wait(until: at(33)))
  }

  @Test("a partial change is drawn when it is complete, or after a timeout")
  func whatIsBetweenTwoStatesIsHeld() {
    var pacer = FramePacer()
    func next(_ milliseconds: Int, isBusy: Bool = false, isHalfway: Bool = true) -> FramePacer.Action {
      pacer.next(at: at(milliseconds), isOutputBusy: isBusy, isHalfway: isHalfway)
    }
    let first = next(0)
    #expect(first == .idle, "there is nothing to draw")
    pacer.request(.key)
    let held = [
      next(0, isBusy: true), next(0, isHalfway: false), next(0), next(5), next(50, isHalfway: false), next(99),
      next(100),
    ]
    #expect(held == [.idle, .draw, .wait(until: at(5)), .wait(until: at(10)), .draw, .wait(until: at(104)), .draw])
    pacer.beginFrame(at: at(100))
    pacer.request(.key)
    let more = [next(101), next(200), next(201)]
    #expect(more == [.wait(until: at(106)), .wait(until: at(205)), .draw], "each is held for as long")
  }

  @Test func aFloodOfChangesDrawsThirtyFramesASecond() {
    var pacer = FramePacer()
    var frames = 0
    for millisecond in 0..<1000 {
      pacer.request(.change)
      guard pacer.next(at: at(millisecond), isOutputBusy: false) == .draw else { continue }
      pacer.beginFrame(at: at(millisecond))
      pacer.request(.fade)
      frames += 1
    }
    #expect(frames == 31)
  }
}
