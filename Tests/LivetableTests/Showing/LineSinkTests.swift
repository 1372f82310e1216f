import LiveTables
import Testing

@testable import livetable

@MainActor @Suite struct LineSinkTests {
  private func table(_ ids: [String], group: String = "") -> FedTable {
    let records = ids.map { Record(identity: $0, group: group, object: ["id": .string($0), "g": .string(group)]) }
    return FedTable(table: RecordTable(records, isGrouped: true), columns: ["id", "g"])
  }

  @Test func printsALineForEachTable() async throws {
    var lines: [String] = []
    try await LineSink.with(print: { lines.append($0) }) { sink in
      try await sink.show(table(["1", "2"], group: "A"))
      try await sink.show(table(["1", "2"], group: "A"))
      var last = table(["3"], group: "B")
      last.superseded = 7
      try await sink.show(last)
    }
    let ends = [
      #""rows":2,"inserted":0,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"reload"}"#,
      #""rows":2,"inserted":0,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"batch"}"#,
      #""rows":1,"inserted":1,"deleted":2,"moved":0,"updated":0,"superseded":7,"mode":"batch"}"#,
    ]
    #expect(lines == ends.enumerated().map { "{\"revision\":\($0 + 1),\"sections\":1,\($1)\n" })
  }

  @Test func troubleIsThereUntilItIsCleared() async throws {
    try await LineSink.with(print: { _ in }) { sink in
      #expect(!sink.hasTrouble)
      sink.clear()
      #expect(!sink.hasTrouble)
    }
  }

  @Test func anErrorOfTheOutputEndsIt() async throws {
    await #expect(throws: SystemError(code: 32)) {
      try await LineSink.with(print: { _ in throw SystemError(code: 32) }) { sink in
        try await sink.show(table(["1"]))
      }
    }
  }
}
