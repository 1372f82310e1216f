import Testing

@testable import LiveTables

private typealias Machine = ScreenMachine<String, String>

extension Machine {
  /// Shows a change as the applier does.
  fileprivate mutating func show(_ shown: String, base: Int?, told: Int = 0) -> Decision {
    let decision = begin(base: base, told: told)
    if case .perform(let onTop) = decision {
      performed(shown + onTop.joined())
      _ = completed()
    }
    return decision
  }
}

@Suite("What is shown")
struct ScreenMachineTests {
  private func stale(_ shown: String, _ stamp: Int, untold: [String] = [], from serial: Int = 1) -> Machine.Decision {
    .stale(
      Machine.Base(shown: shown, stamp: stamp),
      untold: untold.enumerated().map { Untold(serial: serial + $0.offset, edit: $0.element) })
  }

  @Test("a change needs the base that is shown, a reload needs none")
  func bases() {
    var machine = Machine("")
    #expect(machine.show("A", base: nil) == .perform(onTop: []))
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.shown == "A" && machine.stamp == 1 && machine.revision == 1)
    #expect(machine.show("B", base: 0) == stale("A", 1))
    #expect(machine.phase == .idle, "asking with a stale base changes nothing")
    #expect(machine.show("B", base: 1) == .perform(onTop: []))
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.shown == "B" && machine.stamp == 2 && machine.revision == 2)
  }

  @Test("a revision is a table, however many stages it takes")
  func stages() {
    var machine = Machine("")
    #expect(machine.begin(base: 0, told: 0) == .perform(onTop: []))
    machine.performed("half")
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.begin(base: 1, told: 0) == .perform(onTop: []))
    machine.performed("whole")
    #expect(machine.completed() == 1)
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.base == Machine.Base(shown: "whole", stamp: 2))
  }

  @Test("an edit at rest is shown at once, and is untold until the store has it")
  func editAtRest() {
    var machine = Machine("A")
    #expect(machine.edited("1") == .show)
    machine.performed("A1")
    _ = machine.completed()
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.show("B", base: 1) == stale("A1", 1, untold: ["1"]), "the base is right, but it lacks the edit")
    #expect(machine.show("B1", base: 1, told: 1) == .perform(onTop: []))
    #expect(machine.untold == [])
  }

  @Test("an edit that is told of twice is handed out until the store says that it has it")
  func untoldStays() {
    var machine = Machine("A")
    for (number, edit) in ["1", "2"].enumerated() {
      #expect(machine.edited(edit) == .show)
      machine.performed(machine.shown + edit)
      _ = machine.settled()
      #expect(machine.untold.count == number + 1)
    }
    #expect(machine.show("B", base: 0) == stale("A12", 2, untold: ["1", "2"]))
    #expect(machine.show("B", base: 0) == stale("A12", 2, untold: ["1", "2"]))
    #expect(machine.show("B1", base: 2, told: 1) == stale("A12", 2, untold: ["2"], from: 2))
    #expect(machine.show("B12", base: 2, told: 2) == .perform(onTop: []))
  }

  @Test("a reload keeps untold edits on screen")
  func reloadOnTop() {
    var machine = Machine("A")
    #expect(machine.edited("1") == .show)
    machine.performed("A1")
    _ = machine.settled()
    #expect(machine.show("B", base: nil) == .perform(onTop: ["1"]))
    #expect(machine.shown == "B1")
    #expect(machine.untold == [Untold(serial: 1, edit: "1")])
  }

  @Test("an edit during a batch waits for it, and edits stay in order")
  func editDuringBatch() {
    var machine = Machine("A")
    #expect(machine.begin(base: 0, told: 0) == .perform(onTop: []))
    #expect(machine.edited("1") == .queued)
    #expect(machine.edited("2") == .queued)
    #expect(machine.untold == [], "it is not on screen yet")
    machine.performed("B")
    #expect(machine.settled() == .show("1"))
    #expect(machine.edited("3") == .queued, "showing an edit is a batch too")
    machine.performed("B1")
    #expect(machine.settled() == .show("2"))
    machine.performed("B12")
    #expect(machine.settled() == .show("3"))
    machine.performed("B123")
    #expect(machine.settled() == .idle(wakesLoop: false))
    #expect(machine.untold.map(\.serial) == [1, 2, 3])
  }

  @Test("nothing nests: a batch that comes during a batch is put off, and the loop woken")
  func noNesting() {
    var machine = Machine("A")
    #expect(machine.begin(base: 0, told: 0) == .perform(onTop: []))
    #expect(machine.begin(base: nil, told: 0) == .deferred)
    machine.performed("B")
    #expect(machine.settled() == .idle(wakesLoop: true))
    #expect(machine.begin(base: nil, told: 0) == .perform(onTop: []))
    #expect(machine.settled() == .idle(wakesLoop: false))
  }

  @Test("a view that is in the middle of something begins there")
  func beginsPerforming() {
    var machine = Machine("A", isPerforming: true)
    #expect(machine.edited("1") == .queued)
    #expect(machine.begin(base: 0, told: 0) == .deferred)
    #expect(machine.settled() == .show("1"))
    machine.performed("A1")
    #expect(machine.settled() == .idle(wakesLoop: true))
  }

  @Test("a drag puts off everything but the user's own edits, and wakes the loop when it is over")
  func drag() {
    var machine = Machine("A")
    #expect(machine.interacting(true) == false)
    #expect(machine.interacting(false) == false, "nothing was put off")
    #expect(machine.interacting(true) == false)
    #expect(machine.begin(base: 0, told: 0) == .deferred)
    #expect(machine.begin(base: nil, told: 0) == .deferred, "not even a reload")
    #expect(machine.edited("1") == .show)
    machine.performed("A1")
    #expect(machine.settled() == .idle(wakesLoop: false), "the drag is still on")
    #expect(machine.interacting(false) == true)
    #expect(machine.begin(base: 0, told: 1) == stale("A1", 1), "what was differenced before the drag is stale")
  }

  @Test("a second drag that begins before the loop has woken wakes it again")
  func secondDrag() {
    var machine = Machine("A", isInteracting: true)
    #expect(machine.putsOff() == true)
    #expect(machine.interacting(false) == true)
    #expect(machine.interacting(true) == false)
    #expect(machine.putsOff() == true, "the loop asks before it makes a difference for nothing")
    #expect(machine.interacting(false) == true)
    #expect(machine.putsOff() == false)
    #expect(machine.interacting(true) == false)
    #expect(machine.interacting(false) == false, "nothing was put off")
  }

  @Test("a drag that ends inside a batch wakes the loop after the batch")
  func dragEndsInsideBatch() {
    var machine = Machine("A")
    _ = machine.interacting(true)
    #expect(machine.begin(base: 0, told: 0) == .deferred)
    #expect(machine.edited("1") == .show)
    #expect(machine.interacting(false) == false)
    machine.performed("A1")
    #expect(machine.settled() == .idle(wakesLoop: true))
  }

  @Test("after the end nothing is shown, whatever it was doing")
  func endFromEverywhere() {
    var idle = Machine("A")
    #expect(idle.end(.cancelled) == true)
    #expect(idle.end(.viewGone) == false, "the first reason stays")
    #expect(idle.begin(base: 0, told: 0) == .ended(.cancelled))
    #expect(idle.begin(base: nil, told: 0) == .ended(.cancelled))
    #expect(idle.edited("1") == .refused)
    #expect(idle.interacting(true) == false)
    #expect(idle.interacting(false) == false)

    var performing = Machine("A")
    #expect(performing.begin(base: 0, told: 0) == .perform(onTop: []))
    #expect(performing.edited("1") == .queued)
    #expect(performing.end(.replaced) == true)
    performing.performed("B")
    #expect(performing.shown == "B", "the batch that was on is completed")
    #expect(performing.settled() == .idle(wakesLoop: false), "what waited for it is not shown")
    #expect(performing.begin(base: 1, told: 0) == .ended(.replaced))

    var dragged = Machine("A", isInteracting: true)
    #expect(dragged.begin(base: 0, told: 0) == .deferred)
    #expect(dragged.end(.viewGone) == true)
    #expect(dragged.interacting(false) == false)
  }
}
