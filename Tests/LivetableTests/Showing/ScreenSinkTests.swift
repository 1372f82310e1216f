import LiveTables
import LiveTablesTerminal
import Testing

@testable import livetable

@MainActor @Suite struct ScreenSinkTests {
  private func table(_ rows: [JSONObject], columns: [String]) -> FedTable {
    let records = rows.enumerated().map { Record(identity: "\($0)", group: "A", object: $1) }
    return FedTable(table: RecordTable(records, isGrouped: true), columns: columns)
  }

  @Test func theColumnsAreThoseOfTheRows() async throws {
    let sink = ScreenSink(groupColumn: nil)
    let rows: [JSONObject] = [["id": .number("1e2"), "b": .null], ["b": .string("x"), "id": .bool(true)], [:]]
    await sink.show(table(rows, columns: ["id", "b"]))
    #expect(sink.view.columns.map(\.title) == ["id", "b"])
    let records = rows.map { Record(identity: "", group: "", object: $0) }
    #expect(
      records.map { record in sink.view.columns.map { $0.value(record) } } == [
        ["1e2", "null"], ["true", "x"], ["", ""],
      ])
    await sink.show(table(rows, columns: ["id", "b", "c"]))
    #expect(sink.view.columns.map(\.title) == ["id", "b", "c"])
  }

  @Test func theColumnThatRowsAreGroupedByIsTheHeaderOfSections() async throws {
    let sink = ScreenSink(groupColumn: "G")
    await sink.show(table([["id": .number("1"), "g": .string("A")]], columns: ["id", "g"]))
    #expect(sink.view.columns.map(\.title) == ["id"])
    #expect(sink.view.sectionTitle?(Group(ExactText("A"))) == "A")
    #expect(sink.view.sectionTitle?(Group(ExactText(""))) == "(none)")
    #expect(ScreenSink(groupColumn: nil).view.sectionTitle == nil)
  }

  @Test func tablesReachTheView() async throws {
    let sink = ScreenSink(groupColumn: nil)
    await sink.show(table([["id": .number("1")]], columns: ["id"]))
    await sink.show(table([["id": .number("1")], ["id": .number("2")]], columns: ["id"]))
    for await applied in sink.changes where applied.table.count == 2 { break }
    #expect(sink.view.link.table.map(\.identity.string) == ["0", "1"])
  }

  @Test func troubleIsInTheStatusLineUntilItIsCleared() {
    let sink = ScreenSink(groupColumn: nil)
    sink.note("still running")
    #expect(sink.view.message == "still running")
    #expect(!sink.hasTrouble)
    sink.report("run 2 failed")
    #expect(sink.view.message == "run 2 failed")
    #expect(sink.hasTrouble)
    sink.clear()
    #expect(sink.view.message == nil)
    #expect(!sink.hasTrouble)
  }
}
