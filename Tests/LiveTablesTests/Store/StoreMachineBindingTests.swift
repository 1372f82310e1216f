import TestSupport
import Testing

@testable import LiveTables

@Suite("Store machine: notes, users' edits and views")
struct StoreMachineBindingTests {
  @Test("notes are kept until the view shows an order with them")
  func notes() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.append("1", notes: [7])
    let first = try machine.order(binding)
    #expect(first.notes == [7])
    _ = machine.append("2", notes: [8])
    #expect(try machine.order(binding).notes == [7, 8])
    _ = machine.acknowledge(first)
    #expect(try machine.order(binding).notes == [8])
    _ = machine.acknowledge(try machine.order(binding))
    #expect(machine.append("3") == .waits(.init(number: 3, version: 3)))
    #expect(try machine.order(binding).notes == [])
  }

  @Test("a user's edit is merged once, however often the store receives it")
  func mergedOnce() throws {
    var machine = StringMachine("A", outlivesViews: false)
    let binding = machine.attach()
    let edits = [UnmergedChange(number: 1, change: "1"), UnmergedChange(number: 2, change: "2")]
    machine.merge([edits[0]], of: binding)
    #expect(machine.news(in: edits, of: binding) == [edits[1]])
    machine.merge(edits, of: binding)
    machine.merge(edits, of: binding)
    let order = try machine.order(binding)
    #expect(order.target == "A12" && order.lastMergedEdit == 2)
    #expect(!order.isNews, "it is on screen already")
  }

  @Test("a merged edit causes an update only with a table or a note")
  func mergedNews() throws {
    var machine = StringMachine("A", outlivesViews: false)
    let binding = machine.attach()
    machine.merge([UnmergedChange(number: 1, change: "1")], of: binding, notes: [5])
    #expect(try machine.order(binding).isNews)
    _ = machine.acknowledge(try machine.order(binding))
    machine.merge([UnmergedChange(number: 2, change: "2")], of: binding)
    #expect(try !machine.order(binding).isNews)
    _ = machine.submit("B")
    #expect(try machine.order(binding).isNews)
    _ = machine.acknowledge(try machine.order(binding))
    _ = machine.append("+")
    #expect(try machine.order(binding).isNews, "nobody has seen what a caller edits")
  }

  @Test("edits of a deallocated view are in the target or discarded")
  func goneView() {
    var machine = StringMachine("A", outlivesViews: true)
    let binding = machine.attach()
    machine.merge([UnmergedChange(number: 1, change: "1")], of: binding)
    #expect(machine.close(.cancelled, of: binding).isEmpty)
    #expect(machine.news(in: [UnmergedChange(number: 1, change: "1")], of: binding).isEmpty)
  }

  @Test("a view's last user edit causes no update in the next view")
  func mergedBefore() throws {
    var machine = StringMachine("", outlivesViews: true)
    let first = machine.attach()
    _ = machine.submit("A")
    _ = machine.acknowledge(try machine.order(first))
    machine.merge([UnmergedChange(number: 1, change: "1")], of: first)
    let second = machine.attach()
    #expect(try machine.order(second).target == "A1")
    #expect(try !machine.order(second).isNews)
  }

  @Test("a merged user's edit does not count as replacing the table")
  func mergedIsNoTable() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    machine.merge([UnmergedChange(number: 1, change: "1")], of: binding)
    let order = try machine.order(binding)
    #expect(order.superseded == 0)
    #expect(machine.acknowledge(order).map(\.answer) == [.shown(isSuperseded: false)])
  }

  @Test("a submission without a view is accepted and counts as shown, and a later view shows everything")
  func detached() throws {
    var machine = StringMachine("first", outlivesViews: true)
    for table in ["X", "Y", "A"] { #expect(machine.submit(table) == .withoutView) }
    #expect(machine.append("1", notes: [1]) == .withoutView)
    #expect(machine.offer("x") == false, "a stream needs a view")
    let binding = machine.attach()
    let order = try machine.order(binding)
    #expect(order.target == "A1" && order.notes == [])
    #expect(order.superseded == 0, "what was accepted without a view counts as shown")
    #expect(machine.acknowledge(order) == [])
    #expect(machine.next(for: binding) == .wait)
    #expect(machine.close(.cancelled, of: binding) == [])
    #expect(machine.submit("B") == .withoutView)
  }

  @Test("a submission waits for a view that is about to be bound")
  func onItsWay() throws {
    var machine = StringMachine("first", outlivesViews: true)
    #expect(machine.submit("A") == .withoutView)
    let ticket = StringMachine.Ticket(number: 1, version: 1)
    #expect(machine.wait(for: 1) == ticket)
    let binding = machine.attach()
    let order = try machine.order(binding)
    #expect(machine.acknowledge(order) == [.init(ticket: ticket, answer: .shown(isSuperseded: false))])
    #expect(machine.wait(for: 1) == nil, "it is on screen")
    #expect(machine.close(.cancelled, of: binding) == [])
    #expect(machine.wait(for: 1) == .init(number: 2, version: 1))
  }

  @Test("38: a new view must show everything that was accepted before")
  func acceptedBefore() throws {
    var machine = StringMachine("first", outlivesViews: true)
    #expect(machine.submit("A") == .withoutView)
    #expect(machine.submit("B") == .withoutView)
    let binding = machine.attach()
    let ticket = StringMachine.Ticket(number: 1, version: 1)
    #expect(machine.wait(for: 1) == ticket)
    let order = try machine.order(binding)
    #expect(machine.acknowledge(order) == [.init(ticket: ticket, answer: .shown(isSuperseded: true))])
  }

  @Test("20: a busy view accumulates only a few notes")
  func mergedNotes() throws {
    var machine = StringMachine("A", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.append("1", notes: [7])
    for _ in 0..<100 { _ = machine.append("2", notes: [100]) }
    let order = try machine.order(binding)
    #expect(order.notes == [7, 10_000])
    for _ in 0..<10 { _ = machine.append("3", notes: [100]) }
    _ = machine.acknowledge(order)
    #expect(try machine.order(binding).notes == [1_000], "what was told is not told again")
  }

  @Test("20: notes for a busy view are combined, however often it asks")
  func mergedNotesOfABusyView() throws {
    var machine = StringMachine("A", outlivesViews: true)
    let binding = machine.attach()
    for _ in 0..<100 {
      _ = machine.append("2", notes: [100])
      machine.putOff(try machine.order(binding))
    }
    let order = try machine.order(binding)
    #expect(order.notes == [10_000])
    let next = machine.attach()
    _ = try machine.order(next)
    machine.putOff(order)
    _ = machine.append("3", notes: [100])
    #expect(try machine.order(next).notes == [10_000, 100], "what the next view is shown was not put off")
  }

  @Test("a second view replaces the first, whose acknowledgements are ignored")
  func replaced() throws {
    var machine = StringMachine("A", outlivesViews: true)
    let first = machine.attach()
    _ = machine.submit("B")
    let stray = try machine.order(first)
    let second = machine.attach()
    #expect(machine.next(for: first) == .done(.replaced))
    #expect(machine.acknowledge(stray) == [], "this was another view")
    let order = try machine.order(second)
    #expect(order.target == "B")
    machine.merge([UnmergedChange(number: 1, change: "1")], of: first)
    #expect(try machine.order(second).target == "B1", "what the user did there is not lost")
    #expect(try machine.order(second).lastMergedEdit == 0, "numbers count for each view alone")
    #expect(machine.close(.replaced, of: first) == [])
    #expect(machine.isOpen)
    #expect(machine.acknowledge(order).map(\.answer) == [.shown(isSuperseded: false)])
  }

  @Test("a second view shows everything, also of a store that was created for the first")
  func secondView() throws {
    var machine = StringMachine("A", outlivesViews: false)
    let first = machine.attach()
    #expect(machine.next(for: first) == .wait, "it was made with it")
    let second = machine.attach()
    #expect(try machine.order(second).target == "A")
  }

  @Test("a view that was bound before another, but arrives after it, replaces no view")
  func late() throws {
    var machine = StringMachine("A", outlivesViews: true)
    let edits = [UnmergedChange(number: 1, change: "1"), UnmergedChange(number: 2, change: "2")]
    #expect(machine.attach(as: 2) == true)
    machine.merge([edits[0]], of: 1)
    #expect(machine.target == "A1", "it has yet to come")
    #expect(machine.attach(as: 1) == false)
    #expect(machine.next(for: 1) == .done(.replaced))
    machine.merge(edits, of: 1)
    #expect(try machine.order(2).target == "A12", "what the user did there is not lost")
    #expect(machine.close(.replaced, of: 1) == [])
    #expect(machine.news(in: edits, of: 1) == [])
    #expect(machine.bindingNumber == 2 && machine.isOpen)
  }

  @Test("a view that was bound before another, but arrives after its end, answers waiting callers")
  func tooLate() {
    var machine = StringMachine("A", outlivesViews: true)
    #expect(machine.attach(as: 2) == true)
    #expect(machine.close(.cancelled, of: 2) == [])
    #expect(machine.submit("B") == .withoutView)
    let ticket = machine.wait(for: 1)
    #expect(ticket != nil)
    #expect(machine.attach(as: 1) == false)
    #expect(machine.close(.replaced, of: 1) == [.init(ticket: .init(number: 1, version: 1), answer: .viewClosed)])
    #expect(machine.closedBindingCount == 2 && machine.phase == .detached)
  }
}
