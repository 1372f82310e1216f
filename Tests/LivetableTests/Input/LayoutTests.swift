import Foundation
import Testing

@testable import livetable

/// Tests that outputs and files of other programs are read as the expected tables.
///
/// `Fixtures/NAME.rows` contains the titles, the rows as JSON, and the numbers of incompletely read lines.
@Suite struct LayoutTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".rows") }.sorted()

  /// Returns the lines of `Fixtures/NAME.rows` for a table.
  private static func description(of table: FeedTable) -> [String] {
    var lines = [JSONValue.array(table.columns.map(JSONValue.string)).written]
    lines += table.table.map { JSONValue.object($0.object).written }
    return lines + table.complaints.listed.map { "bad line \($0.line ?? 0)" }
  }

  @Test func allAreThere() { #expect(Self.names.count > 80) }

  @Test(arguments: names) func isTheTableThatPeopleSee(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    var reader = RunReader(
      RecordOptions(), format: InputFormat(path: name), isGuess: true, source: name, keepsPartialRows: true)
    let expected = try String(contentsOf: Self.folder.appending(path: name + ".rows"), encoding: .utf8)
    var lines: [String]
    do {
      lines = Self.description(of: try reader.table(of: bytes))
    } catch let error as InputError {
      lines = ["refused: line \(error.line ?? 0)"]
    }
    #expect(lines.map { $0 + "\n" }.joined() == expected)
    if lines[0].hasPrefix("refused") { return }
    // Reading the same text again gives the same table.
    #expect(Self.description(of: try reader.table(of: bytes)) == lines)
  }

  /// Tests that a stream printed at its end gives the same table as the file.
  @Test(arguments: names.filter { $0.hasSuffix(".txt") }) func isTheSameFromStandardInput(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    var options = StreamOptions()
    options.display.isOnce = true
    var intake = StreamIntake(options, source: name, countLimit: 1, keepsPartialRows: true)
    let complaints = intake.take(bytes) + intake.finish()
    var reader = RunReader(RecordOptions(), format: nil, source: name, keepsPartialRows: true)
    let table = try reader.table(of: bytes)
    let last = intake.next()
    #expect(last.map { Self.description(of: $0) } == Self.description(of: table))
    #expect(complaints == table.complaints)
  }
}

extension JSONValue {
  fileprivate var written: String {
    var text = ""
    append(to: &text)
    return text
  }
}
