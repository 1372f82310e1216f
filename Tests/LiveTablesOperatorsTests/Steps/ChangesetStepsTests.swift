import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

/// Performs steps on arrays of identities, and records the deleted, inserted and moved ones.
private struct PlainView {
  var sections: [(id: Int, rows: [Int])]
  let target: [(id: Int, rows: [Int])]
  var moved = 0
  var gone: [Int] = []
  var come: [Int] = []

  init(_ source: SampleTable, _ target: SampleTable) {
    sections = source.sections.map { ($0.value.id, $0.rows.map(\.id)) }
    self.target = target.sections.map { ($0.value.id, $0.rows.map(\.id)) }
  }

  mutating func perform(_ step: SequentialStep) throws {
    func hasSection(_ index: Int, _ end: Int = 0) throws {
      try check(index >= 0 && index < sections.count + end, "\(step)")
    }
    func hasRow(_ path: RowPath, _ end: Int = 0) throws {
      try hasSection(path.section)
      try check(path.row >= 0 && path.row < sections[path.section].rows.count + end, "\(step)")
    }
    switch step {
    case .deleteSection(let index):
      try hasSection(index)
      gone += sections.remove(at: index).rows
    case .insertSection(let index, let place):
      try hasSection(index, 1)
      sections.insert(target[place], at: index)
      come += target[place].rows
    case .moveSection(let from, let to):
      try hasSection(from)
      let section = sections.remove(at: from)
      try hasSection(to, 1)
      sections.insert(section, at: to)
    case .updateSection(let index, let place):
      try hasSection(index)
      try check(sections[index].id == target[place].id, "\(step)")
    case .deleteRow(let path):
      try hasRow(path)
      gone.append(sections[path.section].rows.remove(at: path.row))
    case .insertRow(let path, let place):
      try hasRow(path, 1)
      sections[path.section].rows.insert(target[place.section].rows[place.row], at: path.row)
      come.append(target[place.section].rows[place.row])
    case .moveRow(let from, let to):
      try hasRow(from)
      let row = sections[from.section].rows.remove(at: from.row)
      try hasRow(to, 1)
      sections[to.section].rows.insert(row, at: to.row)
      moved += 1
    case .updateRow(let path, let place):
      try hasRow(path)
      try check(sections[path.section].rows[path.row] == target[place.section].rows[place.row], "\(step)")
    }
  }
}

private func checkScript(_ old: SampleTable, _ new: SampleTable, areUnique: Bool) throws {
  let changeset = new.difference(from: old)
  let steps = changeset.steps
  try check(steps.count == changeset.operationCount, "\(steps)")
  var view = PlainView(old, new)
  for step in steps { try view.perform(step) }
  try check(
    view.sections.elementsEqual(view.target) { $0.id == $1.id && $0.rows == $1.rows },
    "\(view.sections) by \(steps)")
  try check(try changeset.applySteps(to: plain(old)) == new, "by \(steps)")
  if areUnique {
    let staying = Set(old.sections.map(\.value.id)).intersection(new.sections.map(\.value.id))
    func stayers(_ table: SampleTable) -> Set<Int> {
      Set(table.sections.filter { staying.contains($0.value.id) }.flatMap { $0.rows.map(\.id) })
    }
    let survivors = stayers(old).intersection(stayers(new))
    try check(survivors.isDisjoint(with: view.gone) && survivors.isDisjoint(with: view.come), "\(steps)")
  }
  // Each stage's steps are also valid on their own.
  for stage in changeset.stages {
    var view = PlainView(stage.source, stage.target)
    for step in stage.operations.sequentialSteps { try view.perform(step) }
    try check(view.sections.elementsEqual(view.target) { $0.id == $1.id && $0.rows == $1.rows })
  }
}

struct ChangesetStepsTests {
  @Test("12: all permutations of up to 6 rows are reached step by step")
  func allPermutationsOfUpTo6RowsAreReachedOneStepAtATime() throws {
    var count = 0
    for size in 0...6 {
      let old = TableSnapshot(rows: Array(0..<size).map { SampleRow($0) })
      for order in arrangements(Array(0..<size)) where order.count == size {
        let rows = TableSnapshot(rows: order.map { SampleRow($0) })
        let changeset = rows.difference(from: old)
        var shown = Array(0..<size)
        for step in changeset.steps {
          guard case .moveRow(let from, let to) = step else {
            Issue.record("\(step) in a permutation")
            continue
          }
          shown.insert(shown.remove(at: from.row), at: to.row)
        }
        #expect(shown == order)
        count += 1
      }
    }
    #expect(count == 1 + 1 + 2 + 6 + 24 + 120 + 720)
  }

  @Test
  func allArrangementsOfUpTo6RowsAreReachedFromAny4OfThem() throws {
    let section = SampleSection(0)
    let old = TableSnapshot(sections: [TableSection(section, rows: (1...4).map { SampleRow($0) })])
    for order in arrangements(Array(0...5)) {
      let new = TableSnapshot(sections: [TableSection(section, rows: order.map { SampleRow($0) })])
      try checkScript(old, new, areUnique: true)
    }
  }

  @Test
  func allArrangementsOfSectionsAreReachedWithRowsThatChangeSection() throws {
    let names = [0, 1, 2]
    func tables(_ sections: [Int]) -> [SampleTable] {
      var all: [SampleTable] = []
      for first in 0...sections.count {
        for second in 0...sections.count {
          all.append(
            TableSnapshot(
              sections: sections.enumerated().map { place, id in
                let rows = [first == place ? [0] : [], second == place ? [1] : [], [10 + id]].flatMap { $0 }
                return TableSection(SampleSection(id), rows: rows.map { SampleRow($0) })
              }))
        }
      }
      return all
    }
    for old in tables(names) {
      for sections in arrangements(names + [3]) where sections.count >= 2 {
        for new in tables(sections) { try checkScript(old, new, areUnique: true) }
      }
    }
  }

  @Test(arguments: [RandomTables.Kind(), .small, .duplicates, .large])
  func randomTablesAreReached(kind: RandomTables.Kind) {
    let seeds: Range<UInt64> = kind == .large ? 0..<30 : 0..<3_000
    let failure = RandomTables.firstFailure(seeds: seeds, kind) { old, new in
      try checkScript(old, new, areUnique: !kind.hasDuplicates)
    }
    #expect(failure == nil)
  }

  @Test func aScriptCostsWhatItsOperationsCost() {
    let old = TableSnapshot(rows: 0..<200_000)
    var new = old
    new.move(from: path(0, 5), to: path(0, 199_990))
    new.remove(at: path(0, 100_000))
    new.insert(-1, at: path(0, 0))
    let steps = new.difference(from: old).steps
    #expect(
      steps == [
        .deleteRow(path(0, 100_001)), .insertRow(path(0, 0), target: path(0, 0)),
        .moveRow(from: path(0, 6), to: path(0, 199_990)),
      ])
  }

  @Test func reversing20000RowsTakesAMomentNotMinutes() throws {
    let rows = Array(0..<20_000)
    let steps = TableSnapshot(rows: rows.reversed()).difference(from: TableSnapshot(rows: rows)).steps
    var shown = rows
    for case .moveRow(let from, let to) in steps { shown.insert(shown.remove(at: from.row), at: to.row) }
    #expect(shown == rows.reversed())
    #expect(steps.count == 19_999)
  }

  @Test func stepsAreCodedAndCompared() {
    #expect(SequentialStep.moveSection(from: 1, to: 2) != .moveSection(from: 2, to: 1))
    #expect(Set([SequentialStep.deleteSection(1), .deleteSection(1)]).count == 1)
  }
}
