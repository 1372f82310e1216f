import Testing

@testable import LiveTables

/// A store machine whose target is a string.
private typealias Machine = StoreMachine<String, ChangeNote<OneSection, Int>>

@Suite("A store that is bound to a second view")
struct StoreTakeoverTests {
  private static func record(_ problem: Comment) { Issue.record(problem) }

  @Test("callers wait for the next bound view when the first view is deallocated")
  func waits() {
    var machine = Machine("A", outlivesViews: false)
    #expect(machine.attach(as: 1) == true)
    guard case .waits = machine.submit("B") else { return Self.record("nobody waits") }
    #expect(machine.close(.replaced, of: 1, lastBound: 2).isEmpty)
    #expect(machine.phase == .open(bindingNumber: nil))
    guard case .waits = machine.submit("C") else { return Self.record("nobody waits") }
    #expect(machine.attach(as: 2) == true)
    #expect(machine.phase == .open(bindingNumber: 2))
    #expect(machine.close(.cancelled, of: 2, lastBound: 2).map(\.answer) == [.ended(.cancelled), .ended(.cancelled)])
    #expect(machine.phase == .closed(.cancelled))
  }

  @Test("a finished store shows its table in the next bound view, and accepts nothing more")
  func finished() throws {
    var machine = Machine("A", outlivesViews: false, isShown: false)
    #expect(machine.attach(as: 1) == true)
    machine.finish()
    #expect(machine.close(.finished, of: 1, lastBound: 2).isEmpty)
    #expect(machine.submit("B") == .refused(.finished))
    #expect(machine.attach(as: 2) == true)
    guard case .show(let order) = machine.next(for: 2) else { return Self.record("nothing is shown") }
    #expect(order.target == "A")
  }

  @Test("a view that was bound earlier, but arrives after the end, is not waited for")
  func late() {
    var machine = Machine("A", outlivesViews: false)
    #expect(machine.attach(as: 2) == true)
    guard case .waits = machine.submit("B") else { return Self.record("nobody waits") }
    #expect(machine.close(.viewGone, of: 2, lastBound: 2).map(\.answer) == [.ended(.viewGone)])
    #expect(machine.attach(as: 1) == false)
    #expect(machine.close(.replaced, of: 1, lastBound: 2).isEmpty)
    #expect(machine.phase == .closed(.viewGone))
  }
}
