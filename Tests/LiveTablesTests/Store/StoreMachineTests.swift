import TestSupport
import Testing

@testable import LiveTables

@Suite("Store machine")
struct StoreMachineTests {
  @Test("a table is shown once and answered once")
  func oneTable() {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    #expect(machine.next(for: binding) == .wait)
    let ticket = StringMachine.Ticket(number: 1, version: 1)
    #expect(machine.submit("A") == .waits(ticket))
    let order = StringMachine.Order(
      target: "A", bindingNumber: 1, version: 1, tableCount: 1, newestTableVersion: 1, superseded: 0, isNews: true,
      lastMergedEdit: 0,
      replacementTime: nil, notes: [])
    #expect(machine.next(for: binding) == .show(order))
    #expect(machine.next(for: binding) == .show(order), "asking changes nothing")
    #expect(machine.acknowledge(order) == [.init(ticket: ticket, answer: .shown(isSuperseded: false))])
    #expect(machine.acknowledge(order) == [])
    #expect(machine.next(for: binding) == .wait)
  }

  @Test("the newest table wins, and older ones are answered as replaced and counted")
  func newestWins() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    _ = machine.submit("B")
    #expect(machine.offer("C") == true)
    _ = machine.append("+")
    let order = try machine.order(binding)
    #expect(order.target == "C+")
    #expect(order.superseded == 2)
    #expect(
      machine.acknowledge(order) == [
        .init(ticket: .init(number: 1, version: 1), answer: .shown(isSuperseded: true)),
        .init(ticket: .init(number: 2, version: 2), answer: .shown(isSuperseded: true)),
        .init(ticket: .init(number: 3, version: 4), answer: .shown(isSuperseded: false)),
      ])
    _ = machine.submit("D")
    #expect(try machine.order(binding).superseded == 0)
  }

  @Test("a table that arrives while another is shown is not answered with it")
  func lateTable() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    let first = try machine.order(binding)
    _ = machine.submit("B")
    #expect(
      machine.acknowledge(first) == [
        .init(ticket: .init(number: 1, version: 1), answer: .shown(isSuperseded: false))
      ])
    let second = try machine.order(binding)
    #expect(second.target == "B" && second.superseded == 0)
  }

  @Test("an edit applies to the pending table, and a later table replaces both")
  func editsAndTables() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    let inFlight = try machine.order(binding)
    _ = machine.append("1")
    _ = machine.append("2")
    _ = machine.acknowledge(inFlight)
    #expect(try machine.order(binding).target == "A12")
    #expect(try machine.order(binding).superseded == 0)
    _ = machine.submit("B")
    #expect(try machine.order(binding).target == "B")
  }

  @Test("a cancelled caller is not answered, and its table stays the target")
  func forget() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    #expect(machine.submit("A") == .waits(.init(number: 1, version: 1)))
    #expect(machine.forget(.init(number: 1, version: 1)) == true)
    #expect(machine.forget(.init(number: 1, version: 1)) == false)
    let order = try machine.order(binding)
    #expect(order.target == "A")
    #expect(machine.acknowledge(order) == [])
  }

  @Test("finishing shows the target first, and accepts nothing more")
  func finishing() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.submit("A")
    machine.finish()
    #expect(machine.submit("B") == .refused(.finished))
    #expect(machine.offer("C") == false)
    let order = try machine.order(binding)
    #expect(order.target == "A")
    #expect(machine.acknowledge(order).count == 1)
    #expect(machine.next(for: binding) == .done(.finished))
    #expect(machine.close(.finished, of: binding) == [])
    #expect(machine.next(for: binding) == .done(.finished), "the store is closed")
  }

  @Test("a last table that a drag postpones is shown after the sequence has finished")
  func finishingDuringDrag() throws {
    var machine = StringMachine("", outlivesViews: false)
    let binding = machine.attach()
    _ = machine.offer("A")
    let deferred = try machine.order(binding)
    machine.finish()
    #expect(machine.next(for: binding) == .show(deferred), "not done before it was shown")
    machine.merge([UnmergedChange(number: 1, change: "!")], of: binding)
    let order = try machine.order(binding)
    #expect(order.target == "A!" && order.lastMergedEdit == 1)
    _ = machine.acknowledge(order)
    #expect(machine.next(for: binding) == .done(.finished))
  }

  @Test("closing answers all waiting callers in every state")
  func closing() {
    for prepare in [{ _ in }, { $0.finish() }] as [(inout StringMachine) -> Void] {
      var machine = StringMachine("", outlivesViews: false)
      let binding = machine.attach()
      _ = machine.submit("A")
      _ = machine.submit("B")
      prepare(&machine)
      #expect(
        machine.close(.viewGone, of: binding) == [
          .init(ticket: .init(number: 1, version: 1), answer: .ended(.viewGone)),
          .init(ticket: .init(number: 2, version: 2), answer: .ended(.viewGone)),
        ])
      #expect(machine.phase == .closed(.viewGone))
      #expect(machine.close(.cancelled, of: binding) == [])
      #expect(machine.submit("C") == .refused(.viewGone))
      #expect(machine.offer("C") == false)
      machine.finish()
      #expect(machine.phase == .closed(.viewGone))
      #expect(machine.news(in: [UnmergedChange(number: 1, change: "!")], of: binding) == [])
      #expect(machine.news(in: [UnmergedChange(number: 1, change: "!")], of: binding + 1) == [], "also of a later view")
      #expect(machine.forget(.init(number: 1, version: 1)) == false)
    }
  }

  @Test("closing a custom store makes it a store without a view")
  func closingOwn() {
    var machine = StringMachine("first", outlivesViews: true)
    let binding = machine.attach()
    _ = machine.submit("A")
    #expect(
      machine.close(.viewGone, of: binding) == [.init(ticket: .init(number: 1, version: 1), answer: .viewClosed)])
    #expect(machine.phase == .detached)
    #expect(machine.close(.viewGone, of: binding) == [])
  }
}
