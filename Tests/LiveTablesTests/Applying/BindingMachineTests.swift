import TestSupport
import Testing

@testable import LiveTables

/// A binding machine and its screen, whose table is a string to which edits append.
private struct Pair {
  typealias Machine = BindingMachine<String>

  var screen = ScreenMachine<String, String>("A")
  var machine = Machine()

  mutating func begin(from stamp: Int?, merged: Int = 0, replaced: ContinuousClock.Instant? = nil) -> Machine.Decision {
    machine.begin(from: stamp, lastMergedEdit: merged, replacementTime: replaced, on: &screen)
  }

  /// Shows a table, as the applier does.
  mutating func show(_ shown: String, from stamp: Int?, merged: Int = 0) -> Machine.Decision {
    let decision = begin(from: stamp, merged: merged)
    if case .perform(let onTop) = decision {
      screen.commit(shown + onTop.joined())
      _ = settle()
    }
    return decision
  }

  mutating func edit(_ edit: String) -> Machine.ShowDecision {
    let decision = machine.handle(edit, at: .origin, on: &screen)
    if decision == .show {
      screen.commit(screen.presented + edit)
      _ = settle()
    }
    return decision
  }

  /// Shows the queued edits and settles, as the link does.
  ///
  /// - Returns: Whether the loop resumes.
  mutating func settle() -> Bool {
    while let edit = machine.nextQueuedChange() { screen.commit(screen.presented + edit) }
    _ = screen.settle()
    return machine.resumeIfIdle(screen)
  }

  mutating func endInteraction() -> Bool {
    screen.endInteraction()
    return machine.resumeIfIdle(screen)
  }

  var unmerged: [String] { machine.unmerged.map(\.change) }
}

@Suite("Binding machine")
struct BindingMachineTests {
  private func stale(_ edits: String..., from number: Int = 1) -> BindingMachine<String>.Decision {
    .stale(unmerged: edits.enumerated().map { UnmergedChange(number: number + $0.offset, change: $0.element) })
  }

  @Test("a change starts from the presented table, and a reload from any table")
  func bases() {
    var pair = Pair()
    #expect(pair.show("B", from: nil) == .perform(onTop: []))
    #expect(pair.show("C", from: 0) == stale())
    #expect(!pair.screen.isUpdating, "asking with a stale stamp changes nothing")
    #expect(pair.show("C", from: 1) == .perform(onTop: []))
    #expect(pair.screen.presented == "C" && pair.screen.stamp == 2)
  }

  @Test("an edit in an idle view is shown at once, and stays unmerged until the store has it")
  func editAtRest() {
    var pair = Pair()
    #expect(pair.edit("1") == .show)
    #expect(pair.screen.presented == "A1")
    #expect(pair.show("B", from: 1) == stale("1"), "the stamp is right, but it lacks the edit")
    #expect(pair.show("B1", from: 1, merged: 1) == .perform(onTop: []))
    #expect(pair.unmerged == [])
  }

  @Test("an edit is handed to the store until the store confirms it")
  func unmergedStays() {
    var pair = Pair()
    #expect(pair.edit("1") == .show)
    #expect(pair.edit("2") == .show)
    #expect(pair.show("B", from: 0) == stale("1", "2"))
    #expect(pair.show("B", from: 0) == stale("1", "2"))
    #expect(pair.show("B1", from: 2, merged: 1) == stale("2", from: 2))
    #expect(pair.show("B12", from: 2, merged: 2) == .perform(onTop: []))
  }

  @Test("a reload keeps unmerged edits on screen")
  func reloadOnTop() {
    var pair = Pair()
    #expect(pair.edit("1") == .show)
    #expect(pair.show("B", from: nil) == .perform(onTop: ["1"]))
    #expect(pair.screen.presented == "B1")
    #expect(pair.machine.unmerged == [UnmergedChange(number: 1, change: "1")])
  }

  @Test("an edit during an update is shown after it, and edits keep their order")
  func editDuringUpdate() {
    var pair = Pair()
    #expect(pair.begin(from: 0) == .perform(onTop: []))
    #expect(pair.edit("1") == .queued)
    #expect(pair.edit("2") == .queued)
    #expect(pair.unmerged == [], "it is not on screen yet")
    pair.screen.commit("B")
    #expect(pair.machine.nextQueuedChange() == "1")
    #expect(pair.edit("3") == .queued, "showing an edit is an update too")
    pair.screen.commit("B1")
    #expect(pair.settle() == false)
    #expect(pair.screen.presented == "B123" && pair.machine.unmerged.map(\.number) == [1, 2, 3])
    #expect(pair.machine.nextQueuedChange() == nil)
  }

  @Test("a table during an update is postponed, and wakes the loop")
  func deferred() {
    var pair = Pair()
    #expect(pair.begin(from: 0) == .perform(onTop: []))
    #expect(pair.begin(from: nil) == .deferred)
    #expect(pair.machine.resumeIfIdle(pair.screen) == false, "not before the update is over")
    pair.screen.commit("B")
    #expect(pair.settle() == true)
    #expect(pair.begin(from: nil) == .perform(onTop: []))
    #expect(pair.settle() == false, "nothing was put off")
  }

  @Test("a binding that begins during an update waits for it, and continues from its result")
  func beginsDuringUpdate() {
    var pair = Pair()
    #expect(pair.begin(from: 0) == .perform(onTop: []))
    #expect(pair.machine.end(.replaced) == true)
    pair.machine = BindingMachine()
    #expect(pair.edit("1") == .queued)
    #expect(pair.begin(from: nil) == .deferred)
    pair.screen.commit("B")
    #expect(pair.settle() == true)
    #expect(pair.screen.presented == "B1")
    #expect(pair.show("C", from: nil) == .perform(onTop: ["1"]))
  }

  @Test("a drag postpones everything except the user's own edits, and wakes the loop when it ends")
  func drag() {
    var pair = Pair()
    pair.screen.beginInteraction()
    #expect(pair.endInteraction() == false, "nothing was put off")
    pair.screen.beginInteraction()
    #expect(pair.begin(from: 0) == .deferred)
    #expect(pair.begin(from: nil) == .deferred, "not even a reload")
    #expect(pair.edit("1") == .show)
    #expect(pair.machine.resumeIfIdle(pair.screen) == false, "the drag is still on")
    #expect(pair.endInteraction() == true)
    #expect(pair.begin(from: 0, merged: 1) == stale(), "what was diffed before the drag is stale")
  }

  @Test("a second drag that begins before the loop has woken wakes it again")
  func secondDrag() {
    var pair = Pair()
    pair.screen.beginInteraction()
    #expect(pair.machine.deferIfBusy(pair.screen) == true)
    #expect(pair.endInteraction() == true)
    pair.screen.beginInteraction()
    #expect(pair.machine.deferIfBusy(pair.screen) == true, "the loop asks before it makes a diff for nothing")
    #expect(pair.endInteraction() == true)
    #expect(pair.machine.deferIfBusy(pair.screen) == false)
    pair.screen.beginInteraction()
    #expect(pair.endInteraction() == false, "nothing was put off")
  }

  @Test("a drag that ends during an update wakes the loop after it")
  func dragEndsInsideUpdate() {
    var pair = Pair()
    pair.screen.beginInteraction()
    #expect(pair.begin(from: 0) == .deferred)
    #expect(pair.machine.handle("1", at: .origin, on: &pair.screen) == .show)
    #expect(pair.endInteraction() == false)
    pair.screen.commit("A1")
    #expect(pair.settle() == true)
  }

  @Test("a table is partly on screen from its first stage to its last, also with an edit between them")
  func partial() {
    var pair = Pair()
    #expect(pair.begin(from: 0) == .perform(onTop: []))
    #expect(!pair.machine.isPartial)
    pair.screen.commit("B")
    pair.machine.noteStage(isLast: false)
    _ = pair.settle()
    #expect(pair.machine.isPartial)
    #expect(pair.edit("1") == .show)
    #expect(pair.machine.isPartial)
    #expect(pair.begin(from: 1) == stale("1"), "the next stage leads from what is not shown any more")
    #expect(pair.begin(from: 2, merged: 1) == .perform(onTop: []))
    pair.machine.noteStage(isLast: true)
    #expect(!pair.machine.isPartial)
    pair.machine.noteStage(isLast: false)
    #expect(pair.machine.end(.cancelled) == true)
    #expect(!pair.machine.isPartial, "what is left of a table is all there is")
    pair.machine.noteStage(isLast: false)
    #expect(!pair.machine.isPartial)
  }

  @Test("a table of a sequence replaces earlier edits of the user, and nothing else")
  func replaced() {
    let before = ContinuousClock.Instant.origin - .seconds(1)
    var pair = Pair()
    #expect(pair.edit("1") == .show)
    #expect(pair.begin(from: 1, replaced: before) == stale("1"))
    #expect(pair.begin(from: 0, replaced: .origin) == .stale(unmerged: []), "it is on screen, and no part of the base")
    #expect(pair.begin(from: 1, replaced: .origin) == .perform(onTop: []))
    #expect(pair.edit("2") == .queued)
    _ = pair.settle()
    #expect(pair.unmerged == ["2"])
    #expect(pair.begin(from: nil, replaced: before) == .perform(onTop: ["2"]))
    _ = pair.screen.settle()
    #expect(pair.begin(from: nil, replaced: .origin) == .perform(onTop: []))
  }

  @Test("nothing is shown after the end of a binding")
  func endFromEverywhere() {
    var idle = Pair()
    #expect(idle.machine.end(.cancelled) == true)
    #expect(idle.machine.end(.viewGone) == false, "the first reason stays")
    #expect(idle.begin(from: 0) == .ended(.cancelled))
    #expect(idle.begin(from: nil) == .ended(.cancelled))
    #expect(idle.edit("1") == .refused)
    idle.screen.beginInteraction()
    #expect(idle.machine.deferIfBusy(idle.screen) == false)
    #expect(idle.endInteraction() == false)

    var updating = Pair()
    #expect(updating.edit("0") == .show)
    #expect(updating.begin(from: 1, merged: 0) == stale("0"))
    #expect(updating.begin(from: nil) == .perform(onTop: ["0"]))
    #expect(updating.edit("1") == .queued)
    #expect(updating.machine.end(.replaced) == true)
    updating.screen.commit("B")
    #expect(updating.settle() == false)
    #expect(updating.screen.presented == "B", "the update is completed, what waited for it is not shown")
    #expect(updating.begin(from: 1) == .ended(.replaced))
    #expect(updating.unmerged == ["0"], "the store may still have to merge it")

    var dragged = Pair()
    dragged.screen.beginInteraction()
    #expect(dragged.begin(from: 0) == .deferred)
    #expect(dragged.machine.end(.viewGone) == true)
    #expect(dragged.endInteraction() == false)
  }
}
