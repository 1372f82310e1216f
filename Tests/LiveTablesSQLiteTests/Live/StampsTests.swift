#if SQLite
import Testing

@testable import LiveTablesSQLite

struct StampsTests {
  private func ids(_ range: Range<Int>) -> Set<RowID> { Set(range.map { RowID($0) }) }

  @Test("a row has its latest stamp, and other rows have the first one")
  func lastStamp() {
    var stamps = Stamps()
    stamps.raise(to: 1)
    for number in 0..<600 { stamps.set([RowID(number)], to: UInt32(2 + number)) }
    #expect(stamps.count == 600)
    stamps.set([7, 590], to: 900)
    #expect(stamps[7] == 900 && stamps[590] == 900 && stamps[8] == 10 && stamps[599] == 601 && stamps[600] == 1)
    stamps.raise(to: 901)
    #expect(stamps.count == 0 && stamps[7] == 901)
  }

  @Test("every row counts as changed if more rows have changed than are listed")
  func tooMany() {
    var stamps = Stamps()
    stamps.set(ids(0..<60_000), to: 1)
    #expect(stamps.count == 60_000 && stamps[60_000] == 0)
    stamps.set(ids(60_000..<120_000), to: 2)
    #expect(stamps.count == 0 && stamps[3] == 2 && stamps[200_000] == 2)
  }
}
#endif
