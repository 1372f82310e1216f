import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

/// Tests of the pairs that a walk along two sequences finds before it hashes anything.
struct AlignerTests {
  private typealias Items = Rope<Item, Weightless<Item>>

  private func items(_ count: Int, inLeaves leaves: Int) -> Items {
    let all = (0..<leaves).map { leaf -> Items.Node in
      let numbers = count * leaf / leaves..<count * (leaf + 1) / leaves
      return .leaf(numbers.map { Item(id: $0) }[...])
    }
    return Items(leaves: ContiguousArray(all), adopted: .init(count))
  }

  @Test("rows that stay equal form one run, whatever their leaves", arguments: [1, 2, 3], [1, 2, 5])
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

  /// The walk compares 64 rows at a time, in leaves of any size.
  @Test(
    "one changed row is found anywhere",
    arguments: [17, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 130, 192, 193], [1_000, 63, 64, 65])
  func oneChangedRow(count: Int, leaf: Int) throws {
    func items(_ all: [Item]) -> Items {
      let leaves = stride(from: 0, to: all.count, by: leaf).map { start in
        Items.Node.leaf(all[start..<min(start + leaf, all.count)])
      }
      return Items(leaves: ContiguousArray(leaves), adopted: .init(all.count))
    }
    let rows = (0..<count).map { Item(id: $0) }
    let old = items(rows)
    for changed in 0..<count {
      var new = rows
      new[changed].content = 1
      for (front, back) in [([], []), ([9_000], []), ([], [9_001]), ([9_000], [9_001])] {
        let all = front.map { Item(id: $0) } + new + back.map { Item(id: $0) }
        var aligner = Aligner(RowType(Item.self))
        try aligner.align(old, items(all)) { true }
        let shift = Int32(front.count)
        #expect(
          aligner.alignment.updates == [Pair(old: Int32(changed), new: Int32(changed) + shift)],
          "\(changed) of \(count), \(front) \(back)")
        #expect(aligner.alignment.runs == [Run(old: 0, new: shift, count: Int32(count), isShared: false)])
        #expect(aligner.alignment.oldLeft.isEmpty)
        #expect(aligner.alignment.newLeft == (front.map { _ in 0 } + back.map { _ in Int32(all.count) - 1 }))
      }
    }
  }

  @Test("a walk looks ahead at most 64 omitted rows", arguments: [8, 9, 17, 40, 63, 64, 65])
  func leftOut(count: Int) throws {
    func items(_ ids: [Int]) -> Items { Items(ids.map { Item(id: $0) }) }
    let (front, back) = (Array(0..<100), Array(200..<300))
    let long = items([-1] + front + (1_000..<1_000 + count) + back + [-3])
    let short = items([-2] + front + back + [-4])
    for (old, new) in [(long, short), (short, long)] {
      var aligner = Aligner(RowType(Item.self))
      try aligner.align(old, new) { true }
      let left = max(aligner.alignment.oldLeft.count, aligner.alignment.newLeft.count)
      #expect((left == count + 2) == (count <= 64), "\(left)")
    }
  }

  @Test("a walk looks ahead no further than the last row") func leftOutAtTheEnd() throws {
    let old = Items(([1] + (100..<170)).map { Item(id: $0) })
    let new = Items(((200..<220) + [1]).map { Item(id: $0) })
    for (one, two) in [(old, new), (new, old)] {
      var aligner = Aligner(RowType(Item.self))
      try aligner.align(one, two) { true }
      let matching = try #require(try aligner.matching { true })
      #expect(aligner.alignment.runs.isEmpty && matching.count == 1)
    }
  }

  @Test("remaining rows are matched at their new places") func scattered() {
    let rows = (0..<3_000).map { Item(id: $0) }
    let (stay, go) = (rows.filter { $0.id % 20 != 7 }, rows.filter { $0.id % 20 == 7 })
    for new in [stay + go, go + stay, stay + go.reversed()] {
      let changeset = TableSnapshot(rows: new).difference(from: TableSnapshot(rows: rows))
      #expect(changeset.operationCount == go.count)
      #expect(changeset.stages.map(\.operations.movedRows.count) == [go.count])
      let back = TableSnapshot(rows: rows).difference(from: TableSnapshot(rows: new))
      #expect(back.operationCount == go.count)
    }
  }

  @Test("the remains of many short runs rarely grow a list") func manyShortSequences() {
    var list: [Int32] = []
    var capacities: Set<Int> = []
    for number in Int32(0)..<1_000 {
      Alignment.append(number * 10, to: number * 10 + 10, &list)
      capacities.insert(list.capacity)
    }
    #expect(list == Array(0..<10_000))
    #expect(capacities.count <= 20)
  }
}
