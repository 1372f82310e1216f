import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesOperators

@Suite("Lines of a table") struct TableLinesTests {
  private let lines = TableLines(rowCounts: [2, 0, 1]) { kind, section in kind == .header || section == 0 }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("a table's headers, rows and footers convert to lines and back") func lineByLine() {
    let all: [TableLines.Line] = [
      .header(0), .row(path(0, 0)), .row(path(0, 1)), .footer(0), .header(1), .header(2), .row(path(2, 0)),
    ]
    #expect(lines.count == all.count)
    for (line, expected) in all.enumerated() {
      #expect(lines[line] == expected)
      switch expected {
      case .header(let section): #expect(lines.line(of: .header, section: section) == line)
      case .row(let path): #expect(lines.line(of: path) == line)
      case .footer(let section): #expect(lines.line(of: .footer, section: section) == line)
      }
    }
    #expect(lines[-1] == nil && lines[7] == nil)
    #expect(
      lines.line(of: path(1, 0)) == nil && lines.line(of: path(3, 0)) == nil && lines.line(of: path(0, -1)) == nil)
    #expect(lines.line(of: .footer, section: 1) == nil && lines.line(of: "badge", section: 0) == nil)
    #expect(TableLines(rowCounts: [])[0] == nil)
  }

  @Test("a section can have only a footer, and headers and footers change with the section's value")
  func supplements() {
    var lines = TableLines(rowCounts: [2, 1]) { kind, _ in kind == .footer }
    let all: [TableLines.Line] = [.row(path(0, 0)), .row(path(0, 1)), .footer(0), .row(path(1, 0)), .footer(1)]
    #expect((0..<5).map { lines[$0] } == all)
    var update = BatchOperations()
    update.updatedSections = [0]
    func follow(_ kinds: Set<SupplementaryKind>) -> [LineStep]? {
      lines.follow(update, rowCounts: [2, 1]) { kind, section in section == 1 ? kind == .footer : kinds.contains(kind) }
    }
    #expect(follow([]) == [.remove(2..<3, section: 0)] && lines.count == 4)
    #expect(follow([.footer]) == [.insert(2..<3, section: 0)] && lines.count == 5)
    #expect(follow([.header]) == [.remove(2..<3, section: 0), .insert(0..<1, section: 0)] && lines[0] == .header(0))
    #expect(follow([.footer]) == [.insert(3..<4, section: 0), .remove(0..<1, section: 0)] && lines[2] == .footer(0))
  }

  @Test("a row can be dropped above a line, into an empty section, and at the ends") func gaps() {
    let found = (0...7).map { lines.gap(aboveLine: $0) }
    #expect(
      found == [path(0, 0), path(0, 0), path(0, 1), path(0, 2), path(0, 2), path(1, 0), path(2, 0), path(2, 1)])
    #expect(lines.gap(aboveLine: -3) == path(0, 0) && lines.gap(aboveLine: 90) == path(2, 1))
    #expect(lines.line(ofGap: path(1, 0)) == 5 && lines.line(ofGap: path(0, 9)) == 3)
    #expect(lines.line(ofGap: path(4, 0)) == nil)
    #expect(TableLines(rowCounts: []).gap(aboveLine: 0) == nil)
    #expect(TableLines(rowCounts: [2, 2]).gap(aboveLine: 2) == path(1, 0), "without headers")
  }

  @Test("consecutive rows are removed and inserted in one step") func together() {
    var lines = TableLines(rowCounts: [4])
    var operations = BatchOperations()
    operations.deletedRows = [path(0, 1), path(0, 2)]
    operations.insertedRows = [path(0, 2), path(0, 3), path(0, 4)]
    let steps = lines.follow(operations, rowCounts: [5]) { _, _ in false }
    #expect(steps == [.remove(1..<3, section: 0), .insert(2..<5, section: 0)])
    #expect(lines == TableLines(rowCounts: [5]))
    #expect(lines.follow(operations, rowCounts: [9]) { _, _ in false } == nil)
    operations.deletedRows = [path(3, 0)]
    #expect(lines.follow(operations, rowCounts: [5]) { _, _ in false } == nil)
    var section = BatchOperations()
    section.insertedSections = [2]
    #expect(lines.follow(section, rowCounts: [5, 0, 0]) { _, _ in false } == nil)
    #expect(lines == TableLines(rowCounts: [5]))
  }

  @Test("a batch of missing rows or sections leads to no steps") func missing() {
    let changes: [(rows: Int, change: (inout BatchOperations) -> Void)] = [
      (4, { $0.deletedRows = [path(3, 0)] }), (6, { $0.insertedRows = [path(3, 0)] }),
      (6, { $0.insertedRows = [path(0, 9)] }), (6, { $0.insertedRows = [path(0, -1)] }),
      (5, { $0.movedRows = [BatchMove(from: path(3, 0), to: path(0, 0))] }),
      (5, { $0.movedRows = [BatchMove(from: path(0, 0), to: path(3, 0))] }),
      (5, { $0.deletedSections = [3] }), (5, { $0.insertedSections = [3] }),
      (5, { $0.movedSections = [BatchMove(from: 3, to: 0)] }), (5, { $0.movedSections = [BatchMove(from: 0, to: 3)] }),
    ]
    for (number, (rows, change)) in changes.enumerated() {
      var lines = TableLines(rowCounts: [5])
      var operations = BatchOperations()
      change(&operations)
      #expect(lines.follow(operations, rowCounts: [rows]) { _, _ in false } == nil, "change \(number)")
      #expect(lines == TableLines(rowCounts: [5]), "change \(number)")
    }
  }

  @Test("a row or section whose lines do not move results in no step") func inPlace() {
    var lines = TableLines(rowCounts: [3, 1, 0])
    var operations = BatchOperations()
    operations.movedRows = [BatchMove(from: path(0, 2), to: path(1, 0))]
    #expect(lines.follow(operations, rowCounts: [2, 2, 0]) { _, _ in false } == [])
    var sections = BatchOperations()
    sections.movedSections = [BatchMove(from: 2, to: 1)]
    #expect(lines.follow(sections, rowCounts: [2, 0, 2]) { _, _ in false } == [])
    #expect(lines == TableLines(rowCounts: [2, 0, 2]))
  }

  /// The content of a line.
  private enum Shown: Hashable {
    case header(Int)
    case row(Int)
    case footer(Int)
  }

  private func show(_ table: SampleTable) -> [Shown] {
    table.sections.flatMap { section -> [Shown] in
      let (id, content) = (section.value.id, section.value.content)
      return (content != 0 ? [.header(id)] : []) + section.rows.map { .row($0.id) } + (id % 2 == 0 ? [.footer(id)] : [])
    }
  }

  @Test(
    "the steps transform any lines into the new ones, and do not remove surviving lines",
    arguments: [RandomTables.Kind(), .duplicates, .small])
  func random(kind: RandomTables.Kind) {
    struct Wrong: Error { let what: String }
    let failure = RandomTables.firstFailure(seeds: 0..<2_000, kind) { old, new in
      var shown = show(old)
      func lines(_ table: SampleTable) -> TableLines {
        TableLines(rowCounts: table.rowCounts) { kind, section in
          let value = table.sections[section].value
          return kind == .header ? value.content != 0 : value.id % 2 == 0
        }
      }
      var now = lines(old)
      for stage in new.difference(from: old).stages {
        let (target, wanted) = (stage.target, show(stage.target))
        let expected = lines(target)
        let steps = now.follow(stage.operations, rowCounts: target.rowCounts) { kind, section in
          expected.line(of: kind, section: section) != nil
        }
        guard let steps else { throw Wrong(what: "no steps") }
        if now != expected { throw Wrong(what: "other lines than there should be") }
        // Inserted lines are unknown until the end, so `nil` takes their place.
        var array = shown.map { Optional($0) }
        for step in steps where !step.apply(to: &array, new: { _ in nil }) {
          throw Wrong(what: "\(step) is out of range")
        }
        if array.count != wanted.count { throw Wrong(what: "\(array.count) lines instead of \(wanted.count)") }
        for (found, line) in zip(array, wanted) where found != nil && found != line {
          throw Wrong(what: "\(line) stands where \(found!) was")
        }
        let operations = stage.operations
        let came =
          operations.insertedRows.count
          + operations.insertedSections.reduce(0) { $0 + show(SampleTable(sections: [target.sections[$1]])).count }
        let flags = operations.updatedSections.count
        let holes = array.count { $0 == nil }
        if holes < came || holes > came + flags { throw Wrong(what: "\(holes) lines are new instead of \(came)") }
        shown = wanted
      }
    }
    if let failure { Issue.record("\(failure)") }
  }
}

extension LineStep {
  /// Performs the step on an array.
  ///
  /// - Returns: `false`, changing nothing, if the step is out of range.
  fileprivate func apply<Element>(to lines: inout [Element], new: (Int) -> Element) -> Bool {
    switch self {
    case .remove(let range, _):
      guard range.lowerBound >= 0, range.upperBound <= lines.count else { return false }
      lines.removeSubrange(range)
    case .insert(let range, _):
      guard range.lowerBound >= 0, range.lowerBound <= lines.count else { return false }
      lines.insert(contentsOf: range.map(new), at: range.lowerBound)
    case .move(let from, let to):
      guard lines.indices.contains(from), lines.indices.contains(to) else { return false }
      lines.insert(lines.remove(at: from), at: to)
    }
    return true
  }
}
