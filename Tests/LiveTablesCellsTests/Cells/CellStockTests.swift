import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells

@Suite("Cells in use and off the screen") @MainActor struct CellStockTests {
  private typealias Stock = CellStock<OneSection, Item, HeadlessCell>

  private let stock = Stock()
  private let provider = ItemProvider.one(ItemCell.self) { cell, item, context in
    cell.item = item
    cell.scope = context.scope
  }

  private func place(_ row: Int) -> CellPlace<OneSection> {
    CellPlace(path: RowPath(section: 0, row: row), section: OneSection(), sourceValue: nil)
  }

  /// Configures a new cell.
  private func make(_ row: Int) -> HeadlessCell? {
    let supply = CellSupply<HeadlessCell>(register: { _, _ in }, dequeue: { _ in ItemCell() })
    if case .cell(let cell) = stock.cell(for: Item(row), at: place(row), from: provider, supply) { return cell }
    return nil
  }

  @Test("a released cell that left the screen is forgotten")
  func released() throws {
    // Creates all cells first, so that none reuses the memory of another.
    var cells = try (0..<1_000).map { try #require(make($0)) }
    for cell in cells { stock.didEndDisplaying(cell) }
    #expect(stock.parked.count == 1_000)
    cells = []
    stock.didEndDisplaying(try #require(make(0)))
    #expect(stock.parked.count == 1)
  }

  @Test("a new cell at the address of a released cell is not mistaken for it")
  func otherCellOfOneName() throws {
    let place = place(0)
    func leave() throws -> ObjectIdentifier {
      let cell = try #require(make(0))
      stock.didEndDisplaying(cell)
      return ObjectIdentifier(cell)
    }
    for _ in 0..<1_000 {
      let name = try leave()
      var others: [ItemCell] = []
      repeat { others.append(ItemCell()) } while others.count < 100 && others.last.map(ObjectIdentifier.init) != name
      let other = try #require(others.last)
      // If another object got the memory, the test tries again with another cell.
      guard ObjectIdentifier(other) == name else { continue }
      #expect(!stock.willDisplay(other, Item(0), at: place, from: provider))
      #expect(other.item == nil)
      return
    }
    Issue.record("the memory was not used again")
  }

  @Test("the scope of a cell that was not created has ended")
  func notMade() {
    let place = place(0)
    var scope: CellScope?
    let supply = CellSupply<HeadlessCell>(register: { _, _ in }, dequeue: { _ in nil })
    let byHand = ItemProvider.byHand { _, context, _ in
      scope = context.scope
      return nil
    }
    _ = stock.cell(for: Item(0), at: place, from: byHand, supply)
    #expect(scope?.isEnded == true)
  }

  @Test("a cell in use does not return to its earlier place, and is not reconfigured")
  func inUseAgain() throws {
    let cell = try #require(make(0))
    stock.didEndDisplaying(cell)
    let place = place(1)
    let supply = CellSupply<HeadlessCell>(register: { _, _ in }, dequeue: { _ in cell })
    _ = stock.cell(for: Item(1), at: place, from: provider, supply)
    let before = self.place(0)
    #expect(!stock.willDisplay(cell, Item(0), at: before, from: provider))
    #expect(stock.isWrong(cell, at: before.path) && !stock.isWrong(cell, at: place.path))
    #expect(!stock.isWrong(ItemCell(), at: place.path))
    #expect(stock.ledger[place.path]?.cell === cell && stock.ledger[before.path] == nil)
    let scope = (cell as? ItemCell)?.scope
    #expect(stock.willDisplay(cell, Item(1), at: place, from: provider))
    #expect(scope?.isEnded == false && (cell as? ItemCell)?.scope === scope)
  }

  @Test("a cell of another class with the same name is of the wrong kind")
  func sharedName() throws {
    _ = try #require(make(0))
    let place = place(0)
    let entry = try #require(stock.ledger[place.path])
    #expect(stock.hasRightKind(entry, for: Item(0), at: place, from: provider))
    let bold = ItemProvider.one(BoldCell.self, reuseIdentifier: "ItemCell") { _, _, _ in }
    #expect(!stock.hasRightKind(entry, for: Item(0), at: place, from: bold))
    #expect(!stock.update(entry, to: Item(0), at: place, from: bold))
  }

  @Test("a cell of the same class with another name is of the wrong kind")
  func otherName() throws {
    let cell = try #require(make(0))
    let place = place(0)
    let entry = try #require(stock.ledger[place.path])
    let other = ItemProvider.one(ItemCell.self, reuseIdentifier: "other", update: .inPlace) { _, _, _ in }
    #expect(!stock.hasRightKind(entry, for: Item(0), at: place, from: other))
    #expect(!stock.update(entry, to: Item(0), at: place, from: other))
    #expect(stock.update(entry, to: Item(0), at: place, from: .items()))
    stock.didEndDisplaying(cell)
    #expect(!stock.willDisplay(cell, Item(0), at: place, from: other) && stock.isWrong(cell, at: place.path))
    #expect(stock.willDisplay(cell, Item(0), at: place, from: .items()) && !stock.isWrong(cell, at: place.path))
  }

  @Test("work for a cell's previous row has ended when a closure takes the cell from the queue")
  func takenByHand() throws {
    let cell = try #require(make(0) as? ItemCell)
    let place = place(1)
    let before = try #require(cell.scope)
    let supply = CellSupply<HeadlessCell>(register: { _, _ in }, dequeue: { _ in cell })
    var hadEnded = false
    let byHand = ItemProvider.byHand { _, _, queue in
      let taken = queue.dequeue(ItemCell.self)
      hadEnded = before.isEnded
      return taken
    }
    _ = stock.cell(for: Item(1), at: place, from: byHand, supply)
    #expect(hadEnded)
  }

  @Test("a cell that a closure creates can send events")
  func handSends() {
    let place = place(3)
    var send: (@MainActor (String) -> Void)?
    var heard: [RowPath] = []
    stock.onEvent = { event, path, isShown in if event as? String == "tap", isShown(path) { heard.append(path) } }
    let byHand = ItemProvider.byHand { _, context, _ in
      send = { context.send($0) }
      return ItemCell()
    }
    let supply = CellSupply<HeadlessCell>(register: { _, _ in }, dequeue: { _ in nil })
    _ = stock.cell(for: Item(3), at: place, from: byHand, supply)
    send?("tap")
    #expect(heard == [place.path])
  }
}
