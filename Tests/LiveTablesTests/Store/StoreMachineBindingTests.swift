import TestSupport
import Testing

@testable import LiveTables

@Suite("The target: notes, users' edits and views")
struct StoreMachineBindingTests {
  @Test("notes stay with the target until an order that has them is on screen")
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

  @Test("a user's edit is merged once, however often the store is told of it")
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

  @Test("a merged edit is news when a table or a note comes with it")
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

  @Test("edits of a view that has gone are in the target, or nowhere")
  func goneView() {
    var machine = StringMachine("A", outlivesViews: true)
    let binding = machine.attach()
    machine.merge([UnmergedChange(number: 1, change: "1")], of: binding)
    #expect(machine.close(.cancelled, of: binding).isEmpty)
    #expect(machine.news(in: [UnmergedChange(number: 1, change: "1")], of: binding).isEmpty)
  }

  @Test("what a view's user edited last is no news to the next view")
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

  @Test("a user's edit that is merged does not supersede the table it is merged into")
  func mergedIsNoTable() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    machine.merge([UnmergedChange(number: 1, change: "1")], of: binding)
    let order = try machine.order(binding)
    #expect(order.superseded == 0)
    #expect(machine.acknowledge(order).map(\.answer) == [.shown(isSuperseded: false)])
  }

  @Test("without a view a submission is accepted and counts as shown, and a view shows all there is")
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

  @Test("who submits while a view is on its way waits for it")
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

  @Test("38: whatever was accepted before a view came has yet to be shown by it")
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

  @Test("20: however long a view is busy, notes that take in later ones are few")
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

  @Test("20: what comes to a view that stays busy is told with what waits there, however often it is asked")
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

  @Test("a second view takes the place of the first, whose acknowledgements no longer count")
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

  @Test("a second view shows all there is, also of a store that was made for the first")
  func secondView() throws {
    var machine = StringMachine("A", outlivesViews: false)
    let first = machine.attach()
    #expect(machine.next(for: first) == .wait, "it was made with it")
    let second = machine.attach()
    #expect(try machine.order(second).target == "A")
  }

  @Test("a view that was bound before another, but comes after it, takes nobody's place")
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

  @Test("a view that was bound before another, but comes after that has gone, answers those who waited for it")
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
