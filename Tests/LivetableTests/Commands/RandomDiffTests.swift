import LiveTablesTesting
import Testing

@testable import livetable

/// Runs `livetable diff` on random pairs of files.
@Suite struct RandomDiffTests {
  @Test(arguments: seeds) func everyDocumentOwesWhatAChangesetOwes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let isGrouped = Bool.random(using: &generator)
      let identities = Int.random(in: 1...12, using: &generator)
      let mayRepeat = Int.random(in: 0..<4, using: &generator) == 0
      let tables = (0..<2).map { _ in randomRows(of: identities, mayRepeat: mayRepeat, using: &generator) }
      var options = DiffOptions(old: "old.json", new: "new.json", output: .json)
      options.records.groupBy = isGrouped ? "g" : nil
      let files = ["old.json": json(tables[0]), "new.json": json(tables[1])]
      let result = try DiffCommand(options: options, files: files).result()
      let checker = try DiffDocumentChecker(result.output, old: tables[0], new: tables[1], isGrouped: isGrouped)
      #expect(checker.complaints == [], "\(files["old.json"]!)\n\(files["new.json"]!)\n\(result.output)")
      #expect(result.isEqual == (checker.stageCount == 0))
    }
  }

  private func randomRows(
    of identities: Int, mayRepeat: Bool, using generator: inout SeededGenerator
  ) -> [DiffDocumentChecker.Row] {
    let ids =
      mayRepeat
      ? (0..<identities).map { _ in Int.random(in: 0..<3, using: &generator) }
      : (0..<identities).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.shuffled(using: &generator)
    return ids.map { id in
      DiffDocumentChecker.Row(
        id: "\(id)", group: ["A", "B", "C", ""].randomElement(using: &generator)!,
        content: Int.random(in: 0..<3, using: &generator))
    }
  }

  private func json(_ rows: [DiffDocumentChecker.Row]) -> String {
    let objects = rows.map { row in
      row.group.isEmpty
        ? #"{"id":\#(row.id),"n":\#(row.content)}"# : #"{"id":\#(row.id),"g":"\#(row.group)","n":\#(row.content)}"#
    }
    return "[" + objects.joined(separator: ",") + "]"
  }
}
