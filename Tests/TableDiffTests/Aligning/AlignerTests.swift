import Testing

@testable import LiveTables
@testable import TableDiff

/// What walking along two sequences pairs, before anything is hashed.
struct AlignerTests {
  private typealias Items = Rope<Item, Weightless<Item>>

  private func items(_ count: Int, inLeaves leaves: Int) -> Items {
    let all = (0..<leaves).map { leaf -> Items.Node in
      let numbers = count * leaf / leaves..<count * (leaf + 1) / leaves
      return .leaf(numbers.map { Item(id: $0) }[...])
    }
    return Items(leaves: ContiguousArray(all), adopted: count, live: count)
  }

  @Test("rows that are equal for long are one run, whatever leaves they are in", arguments: [1, 2, 3], [1, 2, 5])
  func longRun(oldLeaves: Int, newLeaves: Int) throws {
    let (old, new) = (items(5_000, inLeaves: oldLeaves), items(5_000, inLeaves: newLeaves))
    var longer = new
    longer.replace(5_000..<5_000, with: (0..<600).map { Item(id: 9_000 + $0) })
    for (one, two) in [(old, new), (old, longer), (longer, old)] {
      var aligner = Aligner(RowType(Item.self))
      try aligner.align(one, two) { true }
      #expect(aligner.alignment.runs == [Run(old: 0, new: 0, count: 5_000, isShared: false)])
      #expect(aligner.alignment.oldLeft == Array(5_000..<Int32(one.count)))
      #expect(aligner.alignment.newLeft == Array(5_000..<Int32(two.count)))
    }
  }

  @Test("what many short sequences leave over makes a list grow seldom") func manyShortSequences() {
    var list: [Int32] = []
    var capacities: Set<Int> = []
    for number in Int32(0)..<1_000 {
      Alignment.append(number * 10..<number * 10 + 10, to: &list)
      capacities.insert(list.capacity)
    }
    #expect(list == Array(0..<10_000))
    #expect(capacities.count <= 20)
  }
}
