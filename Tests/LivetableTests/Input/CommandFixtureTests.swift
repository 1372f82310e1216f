import Testing

@testable import livetable

@Suite struct CommandFixtureTests {
  @Test(arguments: CommandFixture.all) func isReadWithoutOptions(fixture: CommandFixture) throws {
    var reader = RunReader(RecordOptions(), format: nil, source: fixture.command)
    let table = try reader.table(of: Array(fixture.output.utf8))
    #expect(table.columns == fixture.columns)
    let rows = Array(table.table)
    for (place, row) in fixture.rows {
      try #require(place < rows.count)
      #expect(rows[place].object.values.map(\.printed) == row)
    }
    #expect(table.identity == fixture.identity)
    #expect(Set(rows.map(\.identity)).count == rows.count)
  }

  /// Tests that repeated output is read in the same way, and that empty output deletes all rows.
  @Test(arguments: CommandFixture.all) func staysTheSameTable(fixture: CommandFixture) throws {
    var reader = RunReader(RecordOptions(), format: nil, source: fixture.command)
    let first = try reader.table(of: Array(fixture.output.utf8))
    let second = try reader.table(of: Array(fixture.output.utf8))
    #expect(Array(first.table) == Array(second.table))
    #expect(!second.isBaseline)
    let empty = try reader.table(of: [])
    #expect(empty.table.isEmpty)
    #expect(!empty.isBaseline)
    let third = try reader.table(of: Array(fixture.output.utf8))
    #expect(Array(first.table) == Array(third.table))
    #expect(!third.isBaseline)
  }

  /// Tests that output with only a header has no rows.
  @Test(arguments: ["ps aux", "docker ps", "kubectl get pods -A", "ss -tn"]) func aHeaderAloneIsNoRow(command: String)
    throws
  {
    let fixture = try #require(CommandFixture.all.first { $0.command == command })
    var reader = RunReader(RecordOptions(), format: nil, source: command)
    let table = try reader.table(of: Array(fixture.output.prefix { $0 != "\n" }.utf8))
    #expect(table.table.isEmpty)
    #expect(table.columns.first == fixture.columns.first)
  }
}
