import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@_spi(Adapters) @testable import LiveTablesCells

extension TableSelectionTests {
  @Test("random changes select the same rows as a list of identities", arguments: 0..<60)
  func random(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func table() -> TableSnapshot<String, Item> {
      var contents = ["a", "b", "c", "d"].shuffled(using: &random).prefix(.random(in: 1...4, using: &random)).map {
        ($0, [Item]())
      }
      for id in (0..<12).shuffled(using: &random).prefix(.random(in: 3...12, using: &random)) {
        contents[.random(in: contents.indices, using: &random)].1.append(
          Item(id, ["", "x"].randomElement(using: &random) ?? ""))
      }
      return TableSnapshot(sections: contents.map { TableSection($0.0, rows: $0.1) })
    }
    let store = TableStore<String, Item>(table())
    let budget = seed % 3 == 0 ? 5 : 10_000
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { _ in
      selection.mode = .many
      var expected: Set<Int> = []
      for _ in 0..<8 {
        for path in view.link.table.paths where Int.random(in: 0..<3, using: &random) == 0 {
          selection.user(.toggle, at: path)
          if let id = view.link.table[path]?.id { expected.formSymmetricDifference([id]) }
        }
        try await store.submit(table())
        expected.formIntersection(view.link.table.map(\.id))
        #expect(Set(selection.ids) == expected, "seed \(seed)")
        #expect(selection.ids.count == expected.count, "seed \(seed)")
      }
    }
    #expect(view.violations.isEmpty)
  }
}
