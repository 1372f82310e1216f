#if SQLite
import Testing

@testable import LiveTablesSQLite

struct SettlingTests {
  /// Returns the steps of the machine for the given observations, each of which answers a check.
  private func steps(_ machine: inout Settling, _ sights: [Settling.Observation], free: Bool) -> [Settling.Step] {
    var steps: [Settling.Step] = [machine.fileChanged()]
    for sight in sights {
      while steps.last != .check, steps.last != .idle {
        steps.append(steps.last == .tryLock ? machine.triedLock(isFree: free) : .check)
      }
      if steps.last == .idle { break }
      steps.append(machine.checked(sight, at: .zero))
    }
    return steps
  }

  @Test("a commit of this process is checked once, later") func thisProcessHasWritten() {
    var machine = Settling()
    #expect(machine.fileChangedByThisProcess() == .wait(.milliseconds(16)))
    #expect(machine.checked(.unchanged, at: .zero) == .tryLock)
    var other = machine
    #expect(machine.triedLock(isFree: true) == .check)
    #expect(machine.checked(.unchanged, at: .zero) == .idle)
    #expect(
      other.triedLock(isFree: false) == .wait(.milliseconds(32)), "another program writes: its commit is waited for")
  }

  @Test("a notification is followed by a few checks, a request for the lock, and a last check")
  func itLooksAFewTimesAndRests() {
    var machine = Settling()
    let all = steps(&machine, Array(repeating: .unchanged, count: 20), free: true)
    #expect(all.last == .idle)
    #expect(all.count { $0 == .tryLock } == 1)
    #expect(all.suffix(3) == [.tryLock, .check, .idle])
    let waits = all.compactMap { if case .wait(let time) = $0 { time } else { nil } }
    #expect(waits.reduce(.zero, +) < .milliseconds(50))
  }

  @Test
  func itDoesNotRestWhileSomebodyWrites() {
    var machine = Settling()
    #expect(steps(&machine, Array(repeating: .unchanged, count: 50), free: false).contains(.idle) == false)
    #expect(steps(&machine, Array(repeating: .locked, count: 50), free: true).contains(.idle) == false)
  }

  @Test(
    "a lock that is held causes a logarithmic number of wake-ups, and its commit is noticed in twice its time")
  func aLockThatIsHeld() {
    var machine = Settling()
    var step = machine.fileChanged()
    var time = Duration.zero
    var wakeUps: [Duration] = []
    while time < .seconds(60) {
      switch step {
      case .check: step = machine.checked(.unchanged, at: .zero)
      case .tryLock: step = machine.triedLock(isFree: false)
      case .wait(let duration):
        #expect(duration <= max(.milliseconds(1), time + .milliseconds(32)), "what ends now is seen too late")
        time += duration
        wakeUps.append(time)
        step = .check
      case .idle, .confirm, .publish:
        Issue.record("\(step)")
        return
      }
    }
    #expect(wakeUps.count <= 18, "\(wakeUps)")
    #expect(machine.fileChanged() == .check)
    #expect(machine.checked(.unchanged, at: .zero) == .wait(.milliseconds(1)), "a sign makes it quick again")
  }

  @Test("a commit in a file with a rollback journal is read when the file is idle, or after a while")
  func aCommitIsReadWhenTheFileIsQuiet() {
    var machine = Settling()
    #expect(machine.fileChanged() == .check)
    var waits = Duration.zero
    while case .wait(let time) = machine.checked(.unconfirmed(isBeingWritten: false), at: waits) { waits += time }
    #expect(waits == .milliseconds(16))
    #expect(machine.checked(.committed, at: waits) == .wait(.milliseconds(16)))
    // Other programs write continuously, and each write is a notification.
    var time = Duration.zero
    var step = machine.fileChanged()
    while step == .check, time < .seconds(1) {
      step = machine.checked(.unconfirmed(isBeingWritten: true), at: time)
      if case .wait = step { step = machine.fileChanged() }
      time += .milliseconds(1)
    }
    #expect(step == .publish)
    #expect(time == Settling.longestDeferral + .milliseconds(1))
    #expect(machine.checked(.committed, at: time) == .wait(.milliseconds(1)))
  }

  @Test("a change causes further checks")
  func whatHasMovedIsNoReasonToRest() {
    var machine = Settling()
    #expect(machine.fileChanged() == .check)
    #expect(machine.checked(.committed, at: .zero) == .wait(.milliseconds(1)))
  }

  @Test("a file that is locked at the last check is checked again")
  func lockedAtTheLastLook() {
    var machine = Settling()
    #expect(machine.fileChangedByThisProcess() == .wait(.milliseconds(16)))
    #expect(machine.checked(.unchanged, at: .zero) == .tryLock)
    #expect(machine.triedLock(isFree: true) == .check)
    #expect(machine.checked(.locked, at: .zero) == .wait(.milliseconds(32)))
    #expect(machine.checked(.unchanged, at: .zero) == .tryLock)
  }

  @Test("unread commits are not confirmed while the file is written, and published after a while")
  func beingWritten() {
    var machine = Settling()
    var (step, time) = (machine.fileChanged(), Duration.zero)
    while time < .seconds(5) {
      step = machine.checked(.unconfirmed(isBeingWritten: true), at: time)
      guard case .wait(let duration) = step else { break }
      time += duration
    }
    #expect(step == .publish && time >= Settling.longestDeferral)
  }
}
#endif
