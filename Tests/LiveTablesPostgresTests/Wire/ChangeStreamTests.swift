#if Postgres
import Testing

@testable import LiveTablesPostgres

@Suite struct ChangeStreamTests {
  private func stream(from offset: UInt64 = 0) -> ChangeStream {
    ChangeStream(of: 16389, columns: Recorded.mailColumns, from: LogPosition(offset: offset))
  }

  @Test("only the table's changes are delivered, before the end of their transaction")
  func whole() throws {
    var stream = stream()
    var changes: [RowChange] = []
    for hex in [
      Recorded.begin, Recorded.mood, Recorded.mailTable, Recorded.insert, Recorded.fullUpdate, Recorded.otherKey,
      Recorded.message, Recorded.truncate,
    ] {
      switch try stream.take(Recorded.log(hex)) {
      case .none: break
      case .change(let change): changes.append(change)
      case let other: throw TestFailure("\(other)")
      }
    }
    #expect(changes.count == 3 && changes.last == .truncate)
    let end = LogPosition(offset: 0x152_D158)
    #expect(try stream.take(Recorded.log(Recorded.commit)) == .apply(730, end: end))
    #expect(stream.applied == end)
  }

  @Test("changes from before a lost connection are not repeated")
  func once() throws {
    var stream = stream(from: 0x152_D158)
    for hex in [Recorded.begin, Recorded.mailTable, Recorded.insert] { _ = try stream.take(Recorded.log(hex)) }
    #expect(try stream.take(Recorded.log(Recorded.commit)) == .discard)
  }

  @Test("a keepalive advances the position, but not within a transaction")
  func keepalives() throws {
    var stream = stream()
    #expect(try stream.take(Recorded.keepalive(end: 77, wantsReply: false)) == .none)
    #expect(stream.applied.offset == 77)
    _ = try stream.take(Recorded.keepalive(end: 55, wantsReply: false))
    #expect(stream.applied.offset == 77 && stream.known.offset == 77, "an older position")
    _ = try stream.take(Recorded.log(Recorded.begin))
    #expect(try stream.take(Recorded.keepalive(end: 99, wantsReply: true)) == .reply)
    #expect(stream.applied.offset == 77 && stream.known.offset == 99)
  }

  @Test func aPositionThatGoesBackOrDoesNotFitIsAnError() throws {
    // A transaction that ends before a position the server has already sent, and two whose positions contradict.
    var behind = stream()
    _ = try behind.take(Recorded.keepalive(end: 0x152_D158, wantsReply: false))
    _ = try behind.take(Recorded.log(Recorded.begin))
    #expect(throws: WireError.position(LogPosition(offset: 0x152_D158))) {
      try behind.take(Recorded.log(Recorded.commit))
    }
    for commit in [
      "4300000000000152d129000000000152d158000303daaee01112", "4300000000000152d128000000000152d128000303daaee01112",
    ] {
      var other = stream()
      _ = try other.take(Recorded.log(Recorded.begin))
      #expect(throws: WireError.self) { try other.take(Recorded.log(commit)) }
    }
  }

  @Test("columns, types or keys that differ from the snapshot are detected")
  func otherColumns() throws {
    typealias Column = OutputMessage.Relation.Column
    let number = Column(name: "subject", type: 23, modifier: -1, isKey: false)
    let short = Column(name: "subject", type: 25, modifier: 14, isKey: false)
    let key = Column(name: "subject", type: 25, modifier: -1, isKey: true)
    let all = Recorded.mailColumns
    var others = [Array(all[..<2])]
    for column in [number, short, key] { others.append([all[0], column] + all[2...]) }
    for columns in others {
      var stream = ChangeStream(of: 16389, columns: columns, from: .zero)
      #expect(try stream.take(Recorded.log(Recorded.mailTable)) == .columnsChanged(all))
    }
  }

  @Test("unexpected messages are errors")
  func misplaced() {
    var stream = stream()
    #expect(throws: WireError.misplaced("a commit")) { try stream.take(Recorded.log(Recorded.commit)) }
    #expect(throws: WireError.misplaced("a change")) { try stream.take(Recorded.log(Recorded.insert)) }
    #expect(throws: WireError.misplaced("a transaction in a transaction")) {
      _ = try stream.take(Recorded.log(Recorded.begin))
      _ = try stream.take(Recorded.log(Recorded.begin))
    }
    #expect(throws: WireError.columnCount(expected: 4, given: 1)) {
      try stream.take(Recorded.log("49000040054e0001740000000137"))
    }
  }
}
#endif
