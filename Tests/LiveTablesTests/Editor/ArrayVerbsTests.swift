import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that the editor of a flat table is a collection of its rows and has the methods of an array.
@Suite("Flat tables as arrays")
struct ArrayVerbsTests {
  @Test func anEditorIsACollectionOfItsRows() async throws {
    try await LiveTable(rows: [3, 1, 2]).edit { editor in
      #expect(editor.count == 3 && !editor.isEmpty && editor.first == 3 && editor.last == 2)
      #expect(editor.firstIndex(of: 1) == 1 && editor.contains(2) && editor.map { $0 * 2 } == [6, 2, 4])
      #expect(Array(editor[1...]) == [1, 2] && editor.sorted() == [1, 2, 3] && Array(editor.reversed()) == [2, 1, 3])
      let (first, none): (Int?, Int?) = (editor[0], editor[9])
      #expect(first == 3 && none == nil)
      for row in editor where row > 1 { editor.remove(id: row) }
      #expect(Array(editor) == [1])
      for index in editor.indices { editor[index] += 10 }
      #expect(editor.elementsEqual([11]))
    }
  }

  /// Each method of the editor, with the array's method of the same name.
  private static let verbs: [@Sendable (inout TableEditor<OneSection, Int>, inout [Int]) -> Void] = [
    {
      $0.removeAll()
      $1.removeAll()
    },
    {
      $0.removeAll { $0 % 2 == 0 }
      $1.removeAll { $0 % 2 == 0 }
    },
    {
      $0.removeFirst()
      if !$1.isEmpty { $1.removeFirst() }
    },
    {
      $0.removeFirst(2)
      $1.removeFirst(min(2, $1.count))
    },
    {
      $0.removeLast()
      if !$1.isEmpty { $1.removeLast() }
    },
    {
      $0.removeLast(2)
      $1.removeLast(min(2, $1.count))
    },
    {
      let (one, other) = ($0.popLast(), $1.popLast())
      #expect(one == other)
    },
    {
      $0.reverse()
      $1.reverse()
    },
    {
      $0.sort()
      $1.sort()
    },
    {
      $0.sort(by: >)
      $1.sort(by: >)
    },
    {
      $0.insert(contentsOf: [70, 71], at: 0)
      $1.insert(contentsOf: [70, 71], at: 0)
    },
    {
      $0.append(contentsOf: [80, 81])
      $1.append(contentsOf: [80, 81])
    },
    {
      $0.append(contentsOf: (90...92).lazy.map { $0 + 1 })
      $1.append(contentsOf: (90...92).lazy.map { $0 + 1 })
    },
    {
      $0 += [60]
      $1 += [60]
    },
    {
      $0.append(50)
      $1.append(50)
    },
    {
      $0.insert(40, at: 0)
      $1.insert(40, at: 0)
    },
    {
      $0.removeSubrange(0..<$0.count / 2)
      $1.removeSubrange(0..<$1.count / 2)
    },
    {
      $0.replaceSubrange(0..<$0.count / 2, with: [20, 21, 22])
      $1.replaceSubrange(0..<$1.count / 2, with: [20, 21, 22])
    },
    {
      guard $1.count > 1 else { return }
      $0.swapAt(0, $0.count - 1)
      $1.swapAt(0, $1.count - 1)
    },
    {
      guard !$1.isEmpty else { return }
      $0.remove(at: $0.count - 1)
      $1.remove(at: $1.count - 1)
    },
    {
      var (one, other) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
      $0.shuffle(using: &one)
      $1.shuffle(using: &other)
    },
  ]

  @Test(arguments: 0..<40 as Range<UInt64>)
  func theVerbsDoWhatThoseOfAnArrayDo(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var array = (0..<Int.random(in: 0...6, using: &random)).map { $0 * 3 % 7 }
    let live = LiveTable(rows: array)
    let chosen = (0..<8).map { _ in Int.random(in: 0..<Self.verbs.count, using: &random) }
    try await live.edit { editor in
      for verb in chosen {
        Self.verbs[verb](&editor, &array)
        #expect(Array(editor) == array, "seed \(seed), verb \(verb)")
      }
    }
    #expect(await Array(live.current) == array)
  }

  @Test func rowsKeepTheirIdentitiesWhenTheyAreArrangedAnew() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    let reversed = try await live.edit { $0.reverse() }.changeset
    #expect(reversed.stages.allSatisfy { $0.operations.deletedRows.isEmpty && $0.operations.insertedRows.isEmpty })
    var table = TableSnapshot(rows: items([1, 2]))
    table.removeFirst()
    table.insert(contentsOf: items([7, 8]), at: 0)
    #expect(table.map(\.id) == [7, 8, 2])
  }

  @Test func whatIsNotThereChangesNothing() async throws {
    try await LiveTable<OneSection, Int>().edit { editor in
      let (first, last) = (editor.removeFirst(), editor.popLast())
      #expect(first == nil && last == nil)
      editor.removeFirst(-1)
      editor.removeLast(3)
      let isThere = editor.removeSubrange(0..<1)
      #expect(!isThere && editor.isEmpty)
      editor.append(contentsOf: [1, 2])
      #expect(Array(editor) == [1, 2])
    }
  }

  @Test func editsThatDifferAreWrittenDifferently() {
    typealias Edit = TableEdit<Int, Item>
    let edits: [Edit] = [
      .removeSections(.index(1)), .removeSections(.id(1)), .remove(.id(1)), .remove(.range(1..<2)), .remove(.all()),
      .remove(.path(RowPath(section: 0, row: 1))), .patch(.id(14)) { $0.text = "a" },
      .replace(.id(14), with: [Item(14)]),
      .replace(.id(14), with: [Item(14, "b")]), .replace(.id(14), with: [Item(14)], isRefresh: false),
      .insert([Item(14)], at: .end), .insert([Item(14, "b")], at: .end), .set([Item(1)]), .set([Item(2)]),
      .set([Item(1)], isDiffed: false), .set([Item(1)], in: 1), .set([]), .moveSections(.id(1), to: .index(2)),
      .moveSections(.index(1), to: .after(2)), .updateSection(1),
      .insertSections([TableSection(1, rows: [])], at: .end),
      .insertSections([TableSection(1, rows: [Item(1)])], at: .end), .setSections([]), .orderSections(by: <),
      .move(.id(1), to: .before(2)), .move(.id(1), to: .path(RowPath(section: 0, row: 2))), .order(1) { $0.id < $1.id },
      .order { $0.id < $1.id },
    ]
    let words = edits.map(\.description)
    #expect(Set(words).count == words.count, "\(words)")
  }
}
