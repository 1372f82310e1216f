import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that the edits of one closure find sections with an index, as they find rows.
@Suite("Sections by identity")
struct SectionLookupTests {
  /// A section that counts how often it is asked for its identity.
  private struct Folder: Diffable, Equatable, Sendable {
    let number: Int
    let asks: Guarded<Int>

    var identity: Int {
      asks.with { $0 += 1 }
      return number
    }

    static func == (one: Folder, two: Folder) -> Bool { one.number == two.number }
  }

  private typealias Editor = TableEditor<Folder, Item>

  private enum Naming: CaseIterable {
    case bySubscript, appending, moving, setting, sorting, removing, updating
    case movingSections, insertingSections, removingSections, insertingBySubscript
  }

  private func name(_ folder: Folder, _ other: Folder, _ naming: Naming, in editor: inout Editor) {
    let new = Folder(number: folder.number + 9_000, asks: folder.asks)
    switch naming {
    case .bySubscript: editor[section: folder, default: []] += [Item(folder.number)]
    case .appending: editor.append(Item(folder.number), to: folder.number)
    case .moving: editor.move(.range(0..<1, in: folder.number), to: .end(of: other.number))
    case .setting: editor.set([Item(folder.number)], in: folder.number)
    case .sorting: editor.sort(folder.number) { $0.id < $1.id }
    case .removing: editor.remove(.all(in: folder.number))
    case .updating: editor.updateSection(folder)
    case .movingSections: editor.moveSections(.id(folder.number), to: .after(other.number))
    case .insertingSections: editor.insertSections([TableSection(new, rows: [])], at: .before(folder.number))
    case .removingSections: editor.removeSections(.id(folder.number))
    case .insertingBySubscript: editor[section: new] = []
    }
  }

  @Test(arguments: Naming.allCases)
  private func namingEverySectionInOneClosureAsksEachAFewTimes(naming: Naming) async throws {
    let (asks, count) = (Guarded(0), 1_500)
    let folders = (0..<count).map { Folder(number: $0, asks: asks) }
    let live = LiveTable(TableSnapshot(sections: folders.map { TableSection($0, rows: [Item($0.number)]) }))
    var counted = 0
    try await live.edit { editor in
      let before = asks.now
      for number in 0..<count { name(folders[number], folders[(number * 7 + 3) % count], naming, in: &editor) }
      counted = asks.now - before
    }
    // Scans would ask each section about 1,000 times.
    #expect(counted < 60 * count)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func sectionsAreFoundWhereTheyAreWhileTheyComeAndGoAndMove(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var ids = Array(0..<120).shuffled(using: &random)
    // Some sections share an identity, which refers to the first of them.
    if seed % 2 == 0 { for index in ids.indices where index % 9 == 0 { ids[index] = ids[0] } }
    var model = TableModel(sections: ids.map { TableModel.Section(value: SampleSection($0), rows: [SampleRow($0)]) })
    let live = LiveTable(SampleTable(sections: model.sections.map { TableSection($0.value, rows: $0.rows) }))
    var edits: [ModelEdit] = []
    for number in 0..<300 {
      let (id, other) = (Int.random(in: 0..<140, using: &random), Int.random(in: 0..<140, using: &random))
      let place: ModelEdit.SectionPlace =
        switch number % 4 {
        case 0: .before(other)
        case 1: .after(other)
        case 2: .index(Int.random(in: 0..<130, using: &random))
        default: .end
        }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: edits.append(.moveSections(.ids([id, other / 2, id]), to: place))
      case 2: edits.append(.removeSections(.ids([id])))
      case 3:
        let new = TableModel.Section(value: SampleSection(number % 2 == 0 ? id : 200 + number), rows: [])
        edits.append(.insertSections([new], at: place))
      case 4: edits.append(.updateSection(SampleSection(id, content: number)))
      case 5: edits.append(.insert([SampleRow(1_000 + number)], at: .end(of: id)))
      case 6: edits.append(.move(.range(0..<1, in: other), to: .end(of: id)))
      default: edits.append(.set([SampleRow(number)], in: id))
      }
    }
    for edit in edits { _ = model.apply(edit) }
    let writing = EditWriting<SampleSection, SampleRow>(
      section: { $0 }, sectionID: { $0 }, sectionSample: { $0 }, row: { $0 }, rowID: { $0 }, sample: { $0 })
    try await live.edit { editor in for edit in edits { _ = writing.perform(edit, on: &editor) } }
    #expect(await writing.model(live.current, isFlat: false) == model, "seed \(seed)")
  }

  @Test func sectionsAreFoundAgainAfterATransactionThatWasTakenBack() async throws {
    let live = LiveTable(SampleTable(sections: (0..<100).map { TableSection(SampleSection($0), rows: []) }))
    try await live.edit { editor in
      for number in 0..<20 { editor.append(SampleRow(number), to: number + 70) }
      #expect(throws: Broken()) {
        try editor.transaction {
          $0.removeSections(.ids(Array(0..<50)))
          throw Broken()
        }
      }
      let index = editor.index(ofSection: 60)
      #expect(index == 60)
    }
  }
}
