#if Postgres
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite struct OutputMessageTests {
  private func message(_ hex: String) throws(WireError) -> OutputMessage { try OutputMessage(Recorded.bytes(hex)[...]) }

  @Test("messages of a server are decoded")
  func recorded() throws {
    #expect(try message(Recorded.begin) == .begin(end: LogPosition(offset: 0x152_D128), transaction: 730))
    #expect(
      try message(Recorded.commit)
        == .commit(position: LogPosition(offset: 0x152_D128), end: LogPosition(offset: 0x152_D158)))
    #expect(try message(Recorded.mood) == .type(id: 16385, name: "public.mood"))
    guard case .relation(let mail) = try message(Recorded.mailTable) else { throw TestFailure("no relation") }
    #expect(mail.id == 16389 && mail.schema == "public" && mail.name == "mail")
    #expect(mail.columns.map(\.name) == ["id", "subject", "body", "mood"])
    #expect(mail.columns == Recorded.mailColumns)
    guard case .insert(16389, let row) = try message(Recorded.insert) else { throw TestFailure("no insert") }
    #expect((0..<5).map { row.text(at: $0) } == ["1", "Lunch?", nil, "ok", nil])
    guard case .update(16389, nil, let new) = try message(Recorded.unchanged) else { throw TestFailure("no update") }
    #expect(new.fields[2] == .unchanged && new.hasUnchanged && new.fields[3] == .null)
    guard case .update(_, let old?, let moved) = try message(Recorded.otherKey) else { throw TestFailure("no update") }
    #expect(old.text(at: 0) == "1" && moved.text(at: 0) == "3")
    guard case .delete(_, let gone) = try message(Recorded.delete) else { throw TestFailure("no delete") }
    #expect(gone.text(at: 0) == "3")
    guard case .update(16396, let whole?, _) = try message(Recorded.fullUpdate) else { throw TestFailure("no update") }
    #expect(whole.text(at: 0) == "7")
    guard case .delete(16396, _) = try message(Recorded.fullDelete) else { throw TestFailure("no delete") }
    #expect(try message(Recorded.truncate) == .truncate([16389, 16396]))
    #expect(try message(Recorded.message) == .custom(prefix: "note"))
    let origin = "4f0000000000000001" + "6e6f646500"
    #expect(try message(origin) == .origin("node"))
  }

  @Test("a truncated or overlong message is an error that says so", arguments: Recorded.all)
  func cut(hex: String) throws {
    let bytes = Recorded.bytes(hex)
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) { try OutputMessage(bytes[..<count]) }
    }
    #expect(throws: WireError.trailing(1)) { try OutputMessage((bytes + [0])[...]) }
  }

  @Test("no bytes trap", arguments: 0..<20)
  func rubbish(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      var bytes = Recorded.bytes(Recorded.all.randomElement(using: &dice) ?? "")
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &dice)] = .random(in: .min ... .max, using: &dice)
        case 1: bytes.insert(.random(in: .min ... .max, using: &dice), at: .random(in: 0...bytes.count, using: &dice))
        default: if bytes.count > 1 { bytes.remove(at: .random(in: 0..<bytes.count, using: &dice)) }
        }
      }
      if let message = try? OutputMessage(bytes[...]), case .insert(_, let row) = message {
        for index in -1...row.fields.count { _ = row.text(at: index) }
      }
      _ = try? StreamMessage(bytes[...])
      _ = try? Tuple(line: bytes)
      _ = PostgresArray.elements(of: String(decoding: bytes, as: UTF8.self))
      _ = PostgresDate.date(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("unknown kinds of messages and invalid UTF-8 have their own errors")
  func unknown() {
    #expect(throws: WireError.unknown("a message", 0x7A)) { try OutputMessage([0x7A]) }
    #expect(throws: WireError.unknown("a row of an update", 0x58)) { try message("550000400558") }
    #expect(throws: WireError.unknown("a value", 0x78)) { try message("49000040054e000178") }
    #expect(throws: WireError.text) { try message("4f0000000000000001" + "ff00") }
    #expect(throws: WireError.unknown("a message of the stream", 0)) { try StreamMessage([0]) }
  }

  @Test("positions are written like the server's")
  func positions() {
    #expect(LogPosition("16/B374D848")?.offset == 0x16_B374_D848)
    #expect(LogPosition(offset: 0x16_B374_D848).description == "16/b374d848")
    for text in ["", "/", "1", "1/2/3", "x/1", "100000000/0"] { #expect(LogPosition(text) == nil) }
  }

  @Test("a status message reports the reader's position")
  func status() {
    let bytes = StandbyStatus(applied: LogPosition(offset: 0x0102_0304_0506_0708), wantsReply: true).bytes
    #expect(bytes.count == 34 && bytes.first == UInt8(ascii: "r") && bytes.last == 1)
    #expect(Array(bytes[1..<9]) == [1, 2, 3, 4, 5, 6, 7, 8] && bytes[1..<9] == bytes[17..<25])
  }

  @Test("a line of a copy is decoded to a row, with every escape")
  func lines() throws {
    let row = try Tuple(line: Array("1\\t\t\\N\t\ta\\\\b\\n\\b\\f\\v\\r\\x\t\\\\N\n".utf8))
    #expect((0..<5).map { row.text(at: $0) } == ["1\t", nil, "", "a\\b\n\u{8}\u{c}\u{b}\rx", "\\N"])
    #expect(row.fields.count == 5)
    #expect(throws: WireError.self) { try Tuple(line: Array("a\\".utf8)) }
  }
}
#endif
