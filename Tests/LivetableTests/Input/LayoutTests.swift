import Foundation
import Testing

@testable import livetable

/// Outputs and files that others have written, each beside the table that it is.
///
/// `Fixtures/NAME.rows` has the titles, the rows as JSON, and the numbers of the lines that could not be read as a whole.
@Suite struct LayoutTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".rows") }.sorted()

  /// The table as `Fixtures/NAME.rows` has it.
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
    // What is read again is read in the same way.
    #expect(Self.description(of: try reader.table(of: bytes)) == lines)
  }

  /// A stream that is printed at its end is the table of the file.
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
