import Testing

@testable import LiveTables
@testable import LiveTablesCells

@Suite("Which cell shows which row") struct CellLedgerTests {
  private final class Cell {}
  private let cells = (0..<4).map { _ in Cell() }
  private func name(_ index: Int) -> ObjectIdentifier { ObjectIdentifier(cells[index]) }

  @Test("a cell has one place, a place has one cell, and a replaced cell is removed")
  func exclusive() {
    var ledger = CellLedger<Int, String>()
    #expect(ledger.put("a", name(0), at: 1).isEmpty)
    #expect(ledger.put("b", name(1), at: 2).isEmpty)
    #expect(ledger.put("c", name(0), at: 2) == ["a", "b"])
    #expect(ledger[1] == nil && ledger[2] == "c" && ledger.count == 1)
    #expect(ledger.place(of: name(0)) == 2 && ledger.place(of: name(1)) == nil)
    #expect(ledger.put("d", name(0), at: 2) == ["c"])
    #expect(ledger.remove(name(1)) == nil && ledger.remove(name(0)) == "d" && ledger.count == 0)
  }

  @Test("all places change together, and cells without a place are removed")
  func moves() {
    var ledger = CellLedger<Int, String>()
    for index in 0..<4 { _ = ledger.put("\(index)", name(index), at: index) }
    let over = ledger.move { [0: 1, 1: 0, 2: 5][$0] }
    #expect(over == ["3"])
    #expect([0, 1, 5].map { ledger[$0] } == ["1", "0", "2"])
    #expect(ledger.place(of: name(2)) == 5 && ledger.place(of: name(3)) == nil)
    #expect(ledger.removeAll().sorted() == ["0", "1", "2"] && ledger.count == 0)
  }
}
