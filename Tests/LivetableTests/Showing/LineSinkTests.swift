import LiveTables
import Testing

@testable import livetable

@MainActor @Suite struct LineSinkTests {
  private func table(_ ids: [String], group: String = "") -> FeedTable {
    let records = ids.map { Record(identity: $0, object: ["id": .string($0), "g": .string(group)]) }
    return FeedTable(table: RecordList(rows: records), columns: ["id", "g"])
  }

  @Test func printsALineForEachTable() async throws {
    var lines: [String] = []
    try await LineSink.with(Arrangement(groupBy: "g"), print: { lines.append($0) }) { sink in
      try await sink.show(table(["1", "2"], group: "A"))
      try await sink.show(table(["1", "2"], group: "A"))
      var last = table(["3"], group: "B")
      last.skippedCount = 7
      try await sink.show(last)
    }
    let ends = [
      #""rows":2,"inserted":0,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"reload"}"#,
      #""rows":2,"inserted":0,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"batch"}"#,
      #""rows":1,"inserted":1,"deleted":2,"moved":0,"updated":0,"superseded":7,"mode":"batch"}"#,
    ]
    #expect(lines == ends.enumerated().map { "{\"revision\":\($0 + 1),\"sections\":1,\($1)\n" })
  }

  @Test func rowsAreSearchedSortedAndGrouped() async throws {
    var lines: [String] = []
    let arrangement = Arrangement(
      search: "row", sortBy: [SortOrder(column: "N", isDescending: true)], groupBy: "G")
    try await LineSink.with(arrangement, print: { lines.append($0) }) { sink in
      func table(_ rows: [(String, Int, String)]) -> FeedTable {
        let records = rows.map { id, number, group in
          Record(identity: id, object: ["id": .string(id), "n": .number("\(number)"), "g": .string(group)])
        }
        return FeedTable(table: RecordList(rows: records), columns: ["id", "n", "g"])
      }
      try await sink.show(table([("row 1", 9, "A"), ("row 2", 10, "B"), ("other", 1, "C")]))
      // Another row is first now, and therefore its section.
      try await sink.show(table([("row 1", 11, "A"), ("row 2", 10, "B"), ("other", 1, "C")]))
      // A row that the search excludes causes no change.
      try await sink.show(table([("row 1", 11, "A"), ("row 2", 10, "B"), ("other", 2, "D")]))
    }
    #expect(
      lines.map { $0.replacing("\"superseded\":0,", with: "") } == [
        "{\"revision\":1,\"sections\":2,\"rows\":2,\"inserted\":0,\"deleted\":0,\"moved\":0,\"updated\":0,\"mode\":\"reload\"}\n",
        "{\"revision\":2,\"sections\":2,\"rows\":2,\"inserted\":0,\"deleted\":0,\"moved\":0,\"updated\":1,\"mode\":\"batch\"}\n",
        "{\"revision\":3,\"sections\":2,\"rows\":2,\"inserted\":0,\"deleted\":0,\"moved\":0,\"updated\":0,\"mode\":\"batch\"}\n",
      ])
  }

  @Test func rowsArePrintedWithTheirValues() async throws {
    var lines: [String] = []
    try await LineSink.with(Arrangement(), content: .rows, print: { lines.append($0) }) { sink in
      try await sink.show(feedTable([("1", ["x", "y"]), ("2", ["x", "y"])]))
      try await sink.show(feedTable([("3", ["n", "n"]), ("1", ["x", "z"])]))
      try await sink.show(feedTable([("3", ["n", "n"]), ("1", ["x", "z"])]))
    }
    #expect(
      lines == [
        """
        {"revision":1,"op":"reload","rows":2}
        {"revision":1,"op":"insert","id":"1","after":null,"new":{"id":"1","a":"x","b":"y"}}
        {"revision":1,"op":"insert","id":"2","after":"1","new":{"id":"2","a":"x","b":"y"}}

        """,
        """
        {"revision":2,"op":"delete","id":"2","old":{"id":"2","a":"x","b":"y"}}
        {"revision":2,"op":"insert","id":"3","after":null,"new":{"id":"3","a":"n","b":"n"}}
        {"revision":2,"op":"update","id":"1","old":{"id":"1","a":"x","b":"y"},"new":{"id":"1","a":"x","b":"z"}}

        """,
      ])
  }

  @Test(arguments: [LineSink.Content.counts, .rows])
  func aTableWhoseRowsOtherColumnsIdentifyIsNotCompared(content: LineSink.Content) async throws {
    var lines: [String] = []
    try await LineSink.with(Arrangement(), content: content, print: { lines.append($0) }) { sink in
      try await sink.show(feedTable([("a", ["a", "b"]), ("b", ["b", "c"])]))
      var baseline = feedTable([("b", ["a", "b"]), ("c", ["b", "c"]), ("d", ["a", "d"])])
      baseline.isBaseline = true
      try await sink.show(baseline)
      try await sink.show(feedTable([("b", ["a", "b"])]))
    }
    let reload = ["\"mode\":\"reload\"}\n", "{\"revision\":2,\"op\":\"reload\",\"rows\":3}\n"]
    try #require(lines.count == 3)
    #expect(content == .counts ? lines[1].hasSuffix(reload[0]) : lines[1].hasPrefix(reload[1]))
    #expect(!lines[2].contains("reload"), "what follows is")
  }

  @Test(arguments: [LineSink.Content.counts, .rows])
  func aChangeOfIgnoredColumnsAloneIsNone(content: LineSink.Content) async throws {
    var lines: [String] = []
    let ignored = IgnoredColumns(names: ["B"])
    try await LineSink.with(Arrangement(), content: content, ignoring: ignored, print: { lines.append($0) }) { sink in
      try await sink.show(feedTable([("1", ["x", "1"]), ("2", ["x", "1"])]))
      try await sink.show(feedTable([("1", ["x", "2"]), ("2", ["x", "2"])]))
      try await sink.show(feedTable([("1", ["y", "3"]), ("2", ["x", "3"])]))
    }
    if content == .rows {
      let old = #"{"id":"1","a":"x","b":"2"}"#
      #expect(
        lines.dropFirst() == [
          #"{"revision":3,"op":"update","id":"1","old":\#(old),"new":{"id":"1","a":"y","b":"3"}}"# + "\n"
        ])
    } else {
      #expect(lines.dropFirst().map { $0.contains("\"updated\":0") } == [true, false])
      #expect(lines.last?.contains("\"updated\":1") == true)
    }
  }

  @Test func aTableIsPrintedOnce() async throws {
    var lines: [String] = []
    try await LineSink.with(
      Arrangement(sortBy: [SortOrder(column: "a")]), content: .table(.csv), print: { lines.append($0) }
    ) { sink in
      try await sink.show(feedTable([("1", ["x", "y"])]))
      try await sink.show(feedTable([("1", ["2", "y"]), ("2", ["1", "a,\"b\""])]))
    }
    #expect(lines == ["id,a,b\n2,1,\"a,\"\"b\"\"\"\n1,2,y\n"])
  }

  @Test func aSearchThatTakesTooLongIsTroubleAlsoOfWhatIsPrintedOnce() async throws {
    for (value, hasTrouble) in [("aaa", false), (String(repeating: "a", count: 60) + "!", true)] {
      var complaints: [String] = []
      let outcome = try await LineSink.with(
        Arrangement(search: "/(a+)+$/"), content: .table(.text), print: { _ in }, complain: { complaints.append($0) }
      ) { try await $0.show(feedTable([("1", [value, "y"])])) }
      #expect(outcome.hasTrouble == hasTrouble)
      #expect(complaints == (hasTrouble ? ["“/(a+)+$/” takes too long; rows may be missing"] : []))
    }
  }

  @Test func aSearchThatTakesTooLongIsTrouble() async throws {
    var complaints: [String] = []
    try await LineSink.with(
      Arrangement(search: "/(a+)+$/"), print: { _ in }, complain: { complaints.append($0) }
    ) { sink in
      try await sink.show(feedTable([("1", ["aaa", "y"])]))
      #expect(!sink.hasTrouble)
      try await sink.show(feedTable([("1", [String(repeating: "a", count: 60) + "!", "y"])]))
      #expect(sink.hasTrouble && complaints == ["“/(a+)+$/” takes too long; rows may be missing"])
    }
  }

  @Test func itEndsWithThatForWhichItWaits() async throws {
    let watcher = ChangeWatcher(DisplayOptions(until: .value(column: "a", .greater, "1")), Arrangement())
    await #expect(throws: CancellationError.self) {
      try await LineSink.with(Arrangement(), watcher: watcher, print: { _ in }) { sink in
        for value in ["0", "1", "2"] {
          #expect(!watcher.hasEnded)
          try await sink.show(feedTable([("1", [value, ""])]))
        }
      }
    }
    #expect(watcher.hasEnded)
  }

  @Test func troubleIsThereUntilItIsCleared() async throws {
    try await LineSink.with(Arrangement(), print: { _ in }) { sink in
      #expect(!sink.hasTrouble)
      sink.clear()
      #expect(!sink.hasTrouble)
    }
  }

  @Test func whatCannotBeWrittenIsNamed() async throws {
    let full = SystemError(code: 28)
    let error = await #expect(throws: OutputError.self) {
      try await LineSink.with(Arrangement(), print: { _ in throw full }) { sink in try await sink.show(table(["1"])) }
    }
    #expect(error?.description == "standard output: \(full); check that there is enough space")
  }

  @Test func anErrorOfTheOutputEndsIt() async throws {
    await #expect(throws: SystemError(code: 32)) {
      try await LineSink.with(Arrangement(), print: { _ in throw SystemError(code: 32) }) { sink in
        try await sink.show(table(["1"]))
      }
    }
  }
}
