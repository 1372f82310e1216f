#if SQLite
import Testing

@testable import LiveTablesSQLite

struct SQLiteValueTests {
  @Test("values of different types differ, even if their bytes are equal")
  func types() {
    let bits: UInt64 = 0xFF61_6161_6161_6161
    let values: [SQLiteValue] = [
      .null, .integer(0), .real(0), .text(""), .blob([]), .integer(Int64(bitPattern: bits)),
      .real(Double(bitPattern: bits)), .text("aaaaaaa"), .blob(Array("aaaaaaa".utf8)), .text("\u{E9}"),
      .text("e\u{301}"),
    ]
    for (place, one) in values.enumerated() {
      for (other, two) in values.enumerated() {
        #expect((one == two) == (place == other))
        #expect((one.hashValue == two.hashValue) == (place == other), "\(one) and \(two)")
      }
    }
  }

  @Test("text ids have different hashes")
  func hashes() {
    let ids = (0..<100).map { RowID("row \($0)") }
    #expect(Set(ids.map(\.hashValue)).count > 90 && Set(ids + ids).count == 100)
  }
}
#endif
