import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

/// Returns a table whose rows have an identity and values.
func feedTable(
  _ rows: [(String, [String])], columns: [String] = ["id", "a", "b"], identity: String = "id: id", time: Double? = nil
) -> FeedTable {
  let names = ColumnNames(columns)
  let records = rows.map { id, values in
    Record(identity: id, object: JSONObject(columns: names, values: ([id] + values).map(JSONValue.string)))
  }
  return FeedTable(table: RecordList(rows: records), columns: columns, identity: identity, time: time)
}

/// Returns the states of a randomly changing table, some with repeated identities or other columns.
private func randomStates(_ count: Int, using generator: inout SeededGenerator) -> [FeedTable] {
  let texts = ["", "x", "ä\u{301}", "\"", "\n", "日本", "1e2", "{}"]
  let names = ColumnNames(["id", "a", "b"])
  var rows: [Record] = []
  var columns = names.names
  return (0..<count).map { _ in
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let place = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &generator)
      let id = "\(Int.random(in: 0..<8, using: &generator))"
      let values = (0..<3).map { _ in JSONValue.string(texts.randomElement(using: &generator)!) }
      let colors = Bool.random(using: &generator) ? nil : ["", "1;31", "\(Int.random(in: 0..<3, using: &generator))"]
      let row = Record(identity: id, object: JSONObject(columns: names, values: values), colors: colors)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: rows.insert(row, at: place)
      case 1 where !rows.isEmpty: rows.remove(at: place)
      case 2 where !rows.isEmpty: rows.append(rows.remove(at: place))
      case 3 where !rows.isEmpty:
        let odd: JSONObject = [
          "a": .null, "z": .array([.number("1e2"), .bool(true)]), "z": .object(["k": .string("v")]),
        ]
        rows[place] = Record(identity: rows[place].identity.string, object: odd)
      case 4 where !rows.isEmpty:
        rows[place] = Record(identity: rows[place].identity.string, object: row.object, colors: colors)
      case 5 where Int.random(in: 0..<8, using: &generator) == 0: columns.append("c\(columns.count)")
      default: break
      }
    }
    return FeedTable(table: RecordList(rows: rows), columns: columns, identity: "id: id")
  }
}

@Suite struct StateCoderTests {
  @Test(arguments: seeds) func whatIsWrittenIsRead(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var encoder = StateEncoder()
    var decoder = StateDecoder()
    for (place, state) in randomStates(40, using: &generator).enumerated() {
      let line = encoder.line(state, at: Double(place) + 0.25, isComplete: place % 16 == 0)
      #expect(line.utf8.count { $0 == .lineFeed } == 1)
      let isState = decoder.read(Array(line.utf8)[...])
      #expect(isState)
      #expect(decoder.rows == Array(state.table))
      #expect(decoder.time == Double(place) + 0.25)
      #expect(decoder.table.columns == state.columns)
    }
  }

  @Test func aStateSaysWhatHasChanged() {
    var encoder = StateEncoder()
    let first = feedTable([("1", ["x", "y"]), ("2", ["x", "y"]), ("3", ["x", "y"])])
    let second = feedTable([("1", ["x", "y"]), ("2", ["x", "z"]), ("3", ["x", "y"])])
    let third = feedTable([("2", ["x", "z"]), ("3", ["x", "y"]), ("4", ["n", "n"])])
    let lines = [(first, 1), (second, 2.5), (third, 3), (third, 4)].map { encoder.line($0, at: $1, isComplete: false) }
    #expect(
      lines[0]
        == #"{"at":1.000,"id":"id: id","columns":["id","a","b"],"rows":[["1","1","x","y"],["2","2","x","y"],["3","3","x","y"]]}"#
        + "\n")
    #expect(lines[1] == #"{"at":2.500,"cells":[[1,2,"z"]]}"# + "\n")
    #expect(lines[2] == #"{"at":3.000,"rows":[[1,2],["4","4","n","n"]]}"# + "\n")
    #expect(lines[3] == "{\"at\":4.000}\n")
    var row = feedTable([("1", ["x", "y"])])
    _ = encoder.line(row, at: 5, isComplete: true)
    row.table = RecordList(rows: row.table.map { Record(identity: "1", object: $0.object, colors: ["", "31", ""]) })
    let line = encoder.line(row, at: 6, isComplete: false)
    #expect(line == #"{"at":6.000,"colors":[[0,"","31",""]]}"# + "\n", "where the colours alone have changed")
  }

  @Test func aRowWhoseOnlyCellIsAnObjectIsReadAgain() {
    let rows = ["a", "b"].map { id in
      Record(identity: id, object: ["status": .object(["phase": .string("Running"), "n": .number("1")])])
    }
    let states = [rows, Array(rows.prefix(1)), rows].map {
      FeedTable(table: RecordList(rows: $0), columns: ["status"], identity: "id: name")
    }
    var encoder = StateEncoder()
    var decoder = StateDecoder()
    for (place, state) in states.enumerated() {
      let isState = decoder.read(Array(encoder.line(state, at: Double(place), isComplete: false).utf8)[...])
      #expect(isState && decoder.rows == Array(state.table))
    }
  }

  @Test(arguments: [
    "", "{", "7", "{\"at\":1}", "{\"at\":1,\"rows\":[[0,1]]}", "{\"livetable\":1}", "{\"at\":\"x\",\"columns\":[]}",
    "{\"at\":1e999,\"columns\":[]}", "{\"at\":1,\"columns\":[\"a\",\"b\"],\"rows\":[[\"1\",\"x\",\"y\"],[\"2\"]]}",
    "{\"at\":1,\"columns\":[\"a\"],\"rows\":[[]]}",
  ]) func aLineThatIsNoStateIsNone(line: String) {
    var decoder = StateDecoder()
    let isState = decoder.read(Array(line.utf8)[...])
    #expect(!isState)
  }

  @Test(arguments: [
    "{\"at\":2,\"rows\":[[0,9]]}", "{\"at\":2,\"rows\":[[-1,1]]}", "{\"at\":2,\"rows\":[[9223372036854775807,1]]}",
    "{\"at\":2,\"rows\":[[1,1]]}", "{\"at\":2,\"cells\":[[5,0,1]]}", "{\"at\":2,\"cells\":[[0,9,1]]}",
    "{\"at\":2,\"rows\":[[\"x\"]]}", "{\"at\":2,", "{\"at\":2,\"rows\":[[0,1],[0,1]]}",
    "{\"at\":2,\"cells\":[[0,0,\"a\"],[0,1,\"b\"]]}",
  ]) func whatFollowsALineThatCannotBeReadIsNoState(line: String) {
    var encoder = StateEncoder()
    var decoder = StateDecoder()
    let first = encoder.line(feedTable([("1", ["x", "y"])]), at: 1, isComplete: true)
    let next = encoder.line(feedTable([("1", ["x", "z"])]), at: 2, isComplete: false)
    let whole = encoder.line(feedTable([("1", ["x", "z"])]), at: 3, isComplete: true)
    let areStates = [first, line, next, whole].map { decoder.read(Array($0.utf8)[...]) }
    #expect(areStates == [true, false, false, true])
  }

  /// Tests the limit that keeps a recording of a few kilobytes from filling the memory with rows.
  @Test func aRecordingHasNoMoreRowsThanItsLinesName() {
    var decoder = StateDecoder()
    let rows = (0..<50).map { "[\"\($0)\",\"x\"]" }.joined(separator: ",")
    _ = decoder.read(Array("{\"at\":1,\"columns\":[\"a\"],\"rows\":[\(rows)]}".utf8)[...])
    for (pieces, isState) in [("[0,25],[24,26]", false), ("[0,0],[0,0]", true), ("[25,25],[\"n\",\"y\"],[0,25]", true)]
    {
      var decoder = decoder
      let isRead = decoder.read(Array("{\"at\":2,\"rows\":[\(pieces)]}".utf8)[...])
      #expect(isRead == isState, "\(pieces)")
    }
  }

  @Test func aWholeStateComesWithin64Lines() {
    var decoder = StateDecoder()
    let whole = Array("{\"at\":1,\"columns\":[\"a\"],\"rows\":[[\"1\",\"x\"]]}".utf8)
    for _ in 0..<2 {
      let isWhole = decoder.read(whole[...])
      let count = (0..<200).count { _ in decoder.read(Array("{\"at\":2}".utf8)[...]) }
      #expect(isWhole && count == 63)
    }
  }
}

@Suite struct HistoryTests {
  @Test(arguments: seeds.prefix(10)) func anyStateIsReadAgain(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var history = History()
    var kept: [FeedTable] = []
    for (place, state) in randomStates(200, using: &generator).enumerated() {
      if history.append(state, at: Double(place)) != nil { kept.append(state) }
    }
    #expect(history.numbers == 0..<kept.count)
    for number in history.numbers {
      let state = history.state(number)
      #expect(state.map { Array($0.table) } == Array(kept[number].table))
    }
    #expect(history.state(-1) == nil && history.state(kept.count) == nil)
  }

  @Test func aStateThatSaysNothingNewIsNotKept() {
    var history = History()
    let lines = ["y", "y", "z"].enumerated().map { history.append(feedTable([("1", ["x", $1])]), at: Double($0)) }
    #expect(lines.map { $0 != nil } == [true, false, true])
    #expect(history.numbers == 0..<2)
  }

  @Test func itStaysWithinItsBounds() {
    var history = History(History.Limit(bytes: 20_000))
    for number in 0..<2000 { _ = history.append(feedTable([("1", ["\(number)", "y"])]), at: Double(number)) }
    #expect(history.byteCount <= 20_000)
    #expect(history.numbers.upperBound == 2000)
    #expect(history.numbers.lowerBound > 1000)
    #expect(history.state(history.numbers.lowerBound) != nil && history.state(history.numbers.lowerBound - 1) == nil)
    var aged = History(History.Limit(age: 100))
    for number in 0..<2000 { _ = aged.append(feedTable([("1", ["\(number)", "y"])]), at: Double(number)) }
    #expect((100..<230).contains(aged.numbers.count))
  }

  @Test func whatARowHasChangedCountsToo() throws {
    var history = History()
    let kept = history.append(feedTable((0..<100).map { ("\($0)", ["x", "y"]) }), at: 0)
    let line = try #require(kept)
    #expect(history.byteCount == line.utf8.count + 100 * 4 + 112)
  }

  @Test func aStateThatCameTooSoonIsThereWhenItIsAskedFor() async throws {
    let keeper = try HistoryKeeper(interval: 1000)
    for number in 0..<3 {
      try await keeper.append(feedTable([("1", ["\(number)", "y"])], time: Double(number) / 100))
    }
    #expect(await keeper.read(\.numbers) == 0..<2)
    #expect(await keeper.read { $0.state(1) }?.table.first?.object.values[1] == .string("2"))
  }

  @Test func aTimeHasTheNewestStateThatIsAsOld() {
    var history = History()
    for number in 0..<200 { _ = history.append(feedTable([("1", ["\(number)", "y"])]), at: Double(number) * 2) }
    #expect([-1, 0, 1, 2, 301, 1000].map { history.number(at: $0) } == [nil, 0, 0, 1, 150, 199])
  }

  @Test func aRowHasAllContentsThatItHad() {
    var history = History()
    _ = history.append(feedTable([("1", ["x", "y"])]), at: 1)
    _ = history.append(feedTable([("2", ["n", "n"]), ("1", ["x", "y"])]), at: 2)
    _ = history.append(feedTable([("2", ["n", "m"]), ("1", ["x", "z"])]), at: 3)
    _ = history.append(feedTable([("2", ["n", "k"])]), at: 4)
    let versions = history.allVersions(of: "1")
    #expect(versions.map(\.number) == [0, 2, 3])
    #expect(versions.map(\.time) == [1, 3, 4])
    #expect(versions.map { $0.row?.object.values.last?.printed } == ["y", "z", nil])
    #expect(history.allVersions(of: "none").isEmpty)
  }

  @Test(arguments: seeds.prefix(10)) func theChangesOfARowAreThoseOfAllStates(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var history = History()
    var kept: [[Record]] = []
    // Repeated identities are removed, because a change of a row is found by identity.
    func row(_ id: String, _ rows: [Record]) -> Record? { rows.first { $0.identity == ExactText(id) } }
    for state in randomStates(300, using: &generator) {
      var seen: Set<ExactText> = []
      let rows = state.table.filter { seen.insert($0.identity).inserted }
      let table = FeedTable(table: RecordList(rows: rows), columns: state.columns, identity: "id: id")
      if history.append(table, at: Double(kept.count)) != nil { kept.append(rows) }
    }
    for id in (0..<9).map(String.init) {
      let changes = kept.indices.filter { row(id, kept[$0]) != ($0 == 0 ? nil : row(id, kept[$0 - 1])) }
      for number in -1...kept.count {
        let before = history.change(of: ExactText(id), from: number, isForward: false)
        let after = history.change(of: ExactText(id), from: number, isForward: true)
        #expect(before == changes.last { $0 < number } && after == changes.first { $0 > number })
      }
      #expect(history.allVersions(of: id).map(\.number) == changes)
      #expect(history.allVersions(of: id).map(\.row) == changes.map { row(id, kept[$0]) })
    }
  }

  @Test func theNewestContentsOfARowComeFirst() throws {
    var history = History()
    for number in 0..<1000 { _ = history.append(feedTable([("1", ["\(number)", "y"])]), at: Double(number)) }
    let (versions, next) = try #require(history.versions(of: ExactText("1"), before: 1000))
    #expect(versions.map(\.number) == Array(next..<1000) && versions.count <= 64)
    let before = try #require(history.versions(of: ExactText("1"), before: next))
    #expect(before.versions.last?.number == next - 1)
    #expect(history.versions(of: ExactText("1"), before: 0) == nil)
    var quiet = History()
    for number in 0..<300 {
      let rows = [("1", ["\(min(number, 3))", "y"]), ("2", ["\(number)", "x"])]
      _ = quiet.append(feedTable(rows), at: Double(number))
    }
    let found = try #require(quiet.versions(of: ExactText("1"), before: 300))
    #expect(found.versions.map(\.number) == [0, 1, 2, 3], "states that say nothing of it are not read")
    #expect(found.next == 0)
  }

  @Test func coloursAreKept() throws {
    var history = History()
    let columns = ColumnNames(["id", "a"])
    for colors in [["", "31"], ["", "32"], nil, ["1", ""]] {
      let object = JSONObject(columns: columns, values: [.string("1"), .string("x")])
      let row = Record(identity: "1", object: object, colors: colors)
      _ = history.append(FeedTable(table: RecordList(rows: [row]), columns: columns.names), at: 0)
    }
    #expect(
      history.numbers.map { history.state($0)?.table.first?.colors } == [["", "31"], ["", "32"], nil, ["1", ""]])
    var decoder = StateDecoder()
    let line = #"{"at":1,"columns":["a"],"rows":[["1","x"]],"colors":[[0,"31","32"],[7,"31"],[-1],[],"x"]}"#
    let isState = decoder.read(Array(line.utf8)[...])
    #expect(isState && decoder.rows.map(\.colors) == [nil])
  }

  /// Tests a tenth of the day of `ps` in the documentation: 4,320 states of 500 rows with 10 changes each.
  @Test func aStateTakesMemoryForWhatHasChanged() {
    var history = History()
    func rows(_ numbers: some Sequence<Int>, state: Int = 0) -> FeedTable {
      feedTable(numbers.map { ("\($0)", ["value \($0)", "\(state)"]) })
    }
    var table = rows(0..<500)
    for state in 0..<4320 {
      let changed = (0..<10).map { (state * 37 + $0 * 53) % 500 }
      for (place, row) in zip(changed, rows(changed, state: state).table) {
        table.table.replace(.path(RowPath(section: 0, row: place)), with: row)
      }
      _ = history.append(table, at: Double(state) * 2)
    }
    #expect(history.numbers.count == 4320)
    #expect(history.byteCount < 10_000_000)
  }
}

extension History {
  /// Returns all versions of a row, from the oldest to the newest.
  fileprivate func allVersions(of identity: String) -> [RowVersion] {
    var all: [RowVersion] = []
    var end = numbers.upperBound
    while let (versions, next) = versions(of: ExactText(identity), before: end) { (all, end) = (versions + all, next) }
    return all
  }
}
