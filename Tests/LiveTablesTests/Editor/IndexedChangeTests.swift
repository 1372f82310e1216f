import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

/// Tests of changes that refer to rows by index.
@Suite("Indexed changes") struct IndexedChangeTests {
  @Test("a thousand random changes have the same effect as on an array, in one changeset", arguments: 0..<20)
  func array(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var array = (0..<20).map { SampleRow($0) }
    let live = LiveTable(rows: array)
    var changes: [IndexedChange<SampleRow>] = []
    for number in 0..<1_000 {
      let row = SampleRow(100 + number)
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<12:
        let index = Int.random(in: 0...array.count, using: &random)
        array.insert(row, at: index)
        changes.append(.insert(row, at: index))
      case 12..<20 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        array[index] = row
        changes.append(.set(row, at: index))
      case 20..<28 where !array.isEmpty:
        changes.append(.remove(at: Int.random(in: 0..<array.count, using: &random)))
        if case .remove(let index)? = changes.last { array.remove(at: index) }
      case 28..<32 where !array.isEmpty:
        array.removeLast()
        changes.append(.popLast)
      case 38:
        let length = Int.random(in: 0...array.count, using: &random)
        array.removeLast(array.count - length)
        changes.append(.truncate(to: length))
      case 39:
        array = Int.random(in: 0...1, using: &random) == 0 ? [] : [row]
        changes.append(array.isEmpty ? .clear : .reset(array))
      default:
        array += [row, SampleRow(5_000 + number)]
        changes.append(.append([row, SampleRow(5_000 + number)]))
      }
    }
    let all = changes
    let change = try await live.edit { try $0.apply(all) }
    #expect(Array(change.table) == array)
    #expect(change.revision == 1)
  }

  @Test("keeping no rows of an empty table is not an edit without effect")
  func truncatedEmpty() async throws {
    let store = TableStore<OneSection, SampleRow>()
    #expect(try await store.edit { try $0.apply([.truncate(to: 0)]) }.notFound.isEmpty)
  }

  @Test(
    "a change with an invalid index throws, and nothing is applied",
    arguments: [
      .insert(SampleRow(9), at: 3), .insert(SampleRow(9), at: -1), .set(SampleRow(9), at: 2), .remove(at: 2),
      .remove(at: .max), .truncate(to: 3), .truncate(to: -1),
    ] as [IndexedChange<SampleRow>])
  func misfits(change: IndexedChange<SampleRow>) async throws {
    let live = LiveTable(rows: [SampleRow(1), SampleRow(2), SampleRow(3)])
    let error = await #expect(throws: TableError.self) {
      try await live.edit { try $0.apply([.remove(at: 0), change]) }
    }
    let isMisfit =
      if case .indexOutOfRange(number: 1, let text)? = error { text.hasSuffix("does not fit 2 rows") } else { false }
    #expect(isMisfit)
    #expect(await live.table.map(\.id) == [1, 2, 3])
    let empty = LiveTable<OneSection, SampleRow>()
    await #expect(throws: TableError.indexOutOfRange(number: 0, "pop last does not fit 0 rows")) {
      try await empty.edit { try $0.apply([.popLast]) }
    }
    try await empty.edit { try $0.apply([.reset([SampleRow(4)]), .append([SampleRow(5)])]) }
    #expect(await empty.table.map(\.id) == [4, 5])
  }
}
