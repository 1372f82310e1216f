import TestSupport
import Testing

@testable import LiveTables

private typealias Screen = ScreenMachine<String, String>

@Suite("Screen machine")
struct ScreenMachineTests {
  @Test("every change of the presented table has a new stamp, and every table or edit a revision")
  func counts() {
    var screen = Screen("")
    #expect(screen.begin() == true)
    screen.commit("half")
    #expect(screen.settle() == [])
    #expect(screen.stamped == Screen.StampedTable(content: "half", stamp: 1) && screen.revision == 0)
    #expect(screen.begin() == true)
    screen.commit("whole")
    #expect(screen.complete() == 1)
    #expect(screen.settle() == [])
    #expect(screen.stamped == Screen.StampedTable(content: "whole", stamp: 2) && screen.revision == 1)
  }

  @Test("updates are not nested")
  func noNesting() {
    var screen = Screen("")
    #expect(screen.begin() == true)
    #expect(screen.isUpdating)
    #expect(screen.isBusy)
    #expect(screen.begin() == false)
    screen.commit("A")
    #expect(screen.isUpdating, "also after the swap, until the view returns")
    #expect(screen.settle() == [])
    #expect(!screen.isUpdating && !screen.isBusy)
    #expect(screen.begin() == true)
  }

  @Test("a problem during an update is reported after it")
  func reports() {
    var screen = Screen("")
    #expect(screen.keep("now") == false)
    #expect(screen.begin() == true)
    #expect(screen.keep("1") == true)
    #expect(screen.keep("2") == true)
    #expect(screen.phase == .updating(reports: ["1", "2"]))
    #expect(screen.settle() == ["1", "2"])
    #expect(screen.settle() == [], "once")
    #expect(screen.begin() == true)
    #expect(screen.settle() == [])
  }

  @Test("interactions can be nested, and an unbalanced end has no effect")
  func interactions() {
    var screen = Screen("")
    screen.endInteraction()
    screen.beginInteraction()
    #expect(screen.isInteracting && screen.isBusy && !screen.isUpdating)
    screen.beginInteraction()
    screen.endInteraction()
    #expect(screen.isInteracting)
    #expect(screen.begin() == true, "the user's own edits are shown")
    screen.endInteraction()
    #expect(!screen.isInteracting && screen.isBusy)
    #expect(screen.settle() == [])
    #expect(!screen.isBusy)
  }
}
