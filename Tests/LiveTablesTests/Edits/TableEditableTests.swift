import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

@Suite("Results of editing methods")
struct TableEditableTests {
  private typealias Table = TableSnapshot<Int, SampleRow>
  private typealias Flat = TableSnapshot<OneSection, SampleRow>

  /// Checks that each verb returns whether it found its targets, and changes the table only if it did.
  private func check<Section: Diffable & Equatable>(
    _ table: TableSnapshot<Section, SampleRow>, found: [(inout TableSnapshot<Section, SampleRow>) -> Bool],
    missed: [(inout TableSnapshot<Section, SampleRow>) -> Bool]
  ) {
    for (number, verb) in (found + missed).enumerated() {
      let isMissed = number >= found.count
      var edited = table
      let isDone = verb(&edited)
      #expect(isDone != isMissed && (edited == table) == isMissed, "verb \(number)")
    }
  }

  private let one = SampleRow(1)
  private let new = SampleRow(9)

  @Test("a method for rows returns whether the rows and the place exist")
  func rowVerbs() {
    let table = Table(sections: [TableSection(0, rows: [one, SampleRow(2)]), TableSection(1, rows: [SampleRow(3)])])
    check(
      table,
      found: [
        { $0.insert(new, at: .before(1)) }, { $0.append(new) }, { $0.append(new, to: 0) }, { $0.remove(.ids([1, 7])) },
        { $0.remove(id: 3) }, { $0.replace(SampleRow(1, content: 1)) }, { $0.replace(.id(1), with: new) },
        { $0.update(.id(1)) { $0.content = 1 } }, { $0.appendIfAbsent(new) }, { $0.move(.id(1), to: .end) },
        { $0.move(from: RowPath(0, 0), to: RowPath(1, 1)) }, { $0.sort { $0.id > $1.id } },
        { $0.sort(0) { $0.id > $1.id } }, { $0.set([new]) }, { $0.set([], in: 0) },
      ],
      missed: [
        { $0.insert(new, at: .before(7)) }, { $0.append(new, to: 7) }, { $0.remove(.ids([7])) }, { $0.remove(id: 7) },
        { $0.replace(SampleRow(7)) }, { $0.replace(.id(7), with: new) }, { $0.update(.id(7)) { $0.content = 1 } },
        { $0.appendIfAbsent(one) }, { $0.move(.id(7), to: .end) }, { $0.move(.id(1), to: .before(7)) },
        { $0.move(from: RowPath(0, 2), to: RowPath(1, 1)) }, { $0.sort(7) { $0.id > $1.id } }, { $0.set([new], in: 7) },
      ])
    check(table, found: [{ $0.upsert(SampleRow(1, content: 1)) }, { $0.upsert(new) }], missed: [])
    check(
      Table(), found: [],
      missed: [{ $0.append(new) }, { $0.appendIfAbsent(new) }, { $0.set([new]) }, { $0.upsert(new) }])
    check(Flat(), found: [{ $0.upsert(new) }], missed: [])
    var empty = Table()
    let answers = [empty.remove(.range(0..<0)), empty.remove(.range(0..<1)), empty.remove(.range(0..<0, in: 7))]
    #expect(answers == [true, false, false])
  }

  @Test("a method for sections returns whether the sections and the place exist")
  func sectionVerbs() {
    let table = TableSnapshot<Keyed<String, Int>, SampleRow>(
      sections: [TableSection(Keyed("a", id: 0), rows: [one]), TableSection(Keyed("b", id: 1), rows: [])])
    check(
      table,
      found: [
        { $0.insertSections([TableSection(Keyed("c", id: 2), rows: [])], at: .before(0)) },
        { $0.removeSections(.ids([0, 7])) }, { $0.updateSection(Keyed("c", id: 0)) },
        { $0.moveSections(.ids([1]), to: .before(0)) },
      ],
      missed: [
        { $0.insertSections([TableSection(Keyed("c", id: 2), rows: [])], at: .before(7)) },
        { $0.removeSections(.ids([7])) }, { $0.updateSection(Keyed("c", id: 7)) },
        { $0.moveSections(.ids([7]), to: .before(0)) },
      ])
  }

  @Test("an array method returns whether the indices exist")
  func indexVerbs() {
    let table = Flat(rows: [one, SampleRow(2)])
    var swapped = table
    swapped.swapAt(0, 1)
    #expect(swapped == Flat(rows: [SampleRow(2), one]))
    check(
      table,
      found: [
        { $0.insert(new, at: 2) }, { $0.remove(at: 1) }, { $0.move(from: 0, to: 1) }, { $0.swapAt(0, 1) },
        { $0.replaceSubrange(0..<2, with: []) }, { $0.replaceSubrange(2..<2, with: [new]) },
        { $0.replaceSubrange(0..<1, with: [new, one]) },
      ],
      missed: [
        { $0.insert(new, at: 3) }, { $0.remove(at: 2) }, { $0.move(from: 2, to: 0) }, { $0.move(from: 0, to: 2) },
        { $0.swapAt(0, 2) }, { $0.swapAt(2, 0) }, { $0.replaceSubrange(1..<3, with: []) },
        { $0.replaceSubrange(-1..<1, with: [new]) }, { $0.replaceSubrange(3..<3, with: []) },
      ])
  }
}
