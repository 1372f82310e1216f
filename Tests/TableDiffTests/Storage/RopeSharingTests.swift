import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

private typealias Numbers = Rope<Int, Weightless<Int>>

struct RopeSharingTests {
  private func shared(_ old: Numbers, _ new: Numbers) -> Int {
    old.runs(sharedWith: new).reduce(0) { $0 + Int($1.count) }
  }

  @Test func anEditSharesAllButAWindow() {
    let size = 100_000
    let old = Numbers(Array(0..<size))
    for place in [0, 1, 200, size / 2, size - 1] {
      var new = old
      new.replace(place..<place + 1, with: [-1])
      #expect(shared(old, new) >= size - Numbers.leafCapacity)
      new = old
      new.replace(place..<place, with: [-1])
      #expect(shared(old, new) >= size - Numbers.leafCapacity)
      new = old
      new.replace(place..<place + 1, with: [])
      #expect(shared(old, new) >= size - Numbers.leafCapacity)
    }
  }

  @Test func manyEditsShareAllButAWindowEach() {
    let size = 100_000
    let old = Numbers(Array(0..<size))
    var new = old
    var random = SeededGenerator(seed: 3)
    for edit in 1...40 {
      let place = Int.random(in: 0..<new.count, using: &random)
      new.replace(place..<place + 1, with: edit % 2 == 0 ? [] : [-1, -2])
      new.checkInvariants()
      #expect(shared(old, new) >= size - edit * 2 * Numbers.leafCapacity)
    }
    let runs = old.runs(sharedWith: new)
    let before = Array(old)
    let after = Array(new)
    var ends: (Int32, Int32) = (0, 0)
    for run in runs {
      #expect(run.isShared && run.count > 0 && run.old >= ends.0 && run.new >= ends.1)
      ends = (run.old + run.count, run.new + run.count)
      let range = (Int(run.old)..<Int(ends.0), Int(run.new)..<Int(ends.1))
      #expect(before[range.0].elementsEqual(after[range.1]))
    }
  }

  @Test("leaves that are inserted before others and removed again leave the others shared", arguments: 1...20)
  func leavesInFront(count: Int) {
    func leaves(_ numbers: Range<Int>) -> ContiguousArray<Numbers.Node> {
      ContiguousArray(numbers.map { .leaf(ArraySlice(Array($0 * 8..<$0 * 8 + 8))) })
    }
    let (kept, fresh) = (leaves(0..<90), leaves(100..<100 + count))
    for place in [0, 1, 45] {
      let one = Numbers(leaves: kept)
      let two = Numbers(leaves: kept[..<place] + fresh + kept[place...])
      for (old, new) in [(one, two), (two, one)] {
        var walk = Numbers.SharedWalk(old, new)
        let isFinished = walk.finish()
        #expect(isFinished && walk.found.runs.count <= 2)
        #expect(walk.found.runs.reduce(0) { $0 + $1.count } == 720, "at \(place)")
      }
    }
  }

  @Test("leaves after many new leaves are found, also as slices of one array")
  func behindManyLeaves() {
    let array = Array(0..<720)
    let slices = ContiguousArray<Numbers.Node>((0..<90).map { .leaf(array[$0 * 8..<$0 * 8 + 8]) })
    let fresh = ContiguousArray<Numbers.Node>((0..<40).map { .leaf([-1 - $0]) })
    for kept in [slices, ContiguousArray(slices.map { .leaf(ArraySlice(Array($0.slice))) })] {
      let one = Numbers(leaves: kept)
      let two = Numbers(leaves: fresh + kept)
      var walk = Numbers.SharedWalk(one, two)
      let isFinished = walk.finish()
      #expect(!isFinished && shared(one, two) == 720 && shared(two, one) == 720)
    }
  }

  @Test(arguments: 0..<4)
  func placesFarApartAreFoundByWalkingPastWhatLiesBetween(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var old = Numbers(Array(0..<200_000))
    for step in 0..<600 {
      let place = Int.random(in: 0..<old.count, using: &random)
      old.replace(place..<place, with: [-step])
    }
    for _ in 0..<40 {
      var new = old
      let edits = Int.random(in: 1...4, using: &random)
      for _ in 0..<edits {
        let place = Int.random(in: 0..<new.count - 2, using: &random)
        new.replace(place..<place + Int.random(in: 0...2, using: &random), with: [-1])
      }
      var walk = Numbers.SharedWalk(old, new)
      let isFinished = walk.finish()
      #expect(isFinished, "seed \(seed): it gave up")
      // An edit also copies a leaf of an array if little of the array is left.
      #expect(walk.found.runs.count <= 2 * edits + 1)
      let found = walk.found.runs.reduce(0) { $0 + Int($1.count) }
      #expect(found >= old.count - edits * 3 * Numbers.leafCapacity, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<Trials.count(24))
  func whatTheWalkFindsIsTheSameStorageInOrder(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let adopted = Array(0..<3_000)
    var versions = [Numbers(Array(0..<20_000)), Numbers(copying: 0..<6_000)]
    var shared = 0
    for step in 0..<80 {
      var next = versions.randomElement(using: &random) ?? Numbers([])
      for edit in 0..<Int.random(in: 1...12, using: &random) {
        let low = Int.random(in: 0...next.count, using: &random)
        let longest = [0, 2, 700, next.count].randomElement(using: &random) ?? 0
        let high = min(next.count, low + Int.random(in: 0...longest, using: &random))
        // The same array is inserted repeatedly, so it is in several places and in a different order.
        next.replace(low..<high, with: edit % 4 == 3 ? adopted : [-step])
      }
      let old = versions.randomElement(using: &random) ?? next
      let (before, after) = (Array(old), Array(next))
      var ends = (0, 0)
      for run in old.runs(sharedWith: next) {
        let (one, two, count) = (Int(run.old), Int(run.new), Int(run.count))
        #expect(run.isShared && count > 0 && one >= ends.0 && two >= ends.1, "seed \(seed)")
        ends = (one + count, two + count)
        shared += count
        guard ends.0 <= before.count, ends.1 <= after.count else { continue }
        #expect(before[one..<ends.0].elementsEqual(after[two..<ends.1]), "seed \(seed)")
      }
      #expect(ends.0 <= before.count && ends.1 <= after.count, "seed \(seed)")
      versions.append(next)
    }
    #expect(shared > 0, "seed \(seed): nothing was found")
  }

  @Test func aTableSharesItsRowsWithItsEditedCopy() {
    let old = TableSnapshot(
      sections: (0..<100).map { section in TableSection(section, rows: (0..<1_000).map { section * 1_000 + $0 }) })
    var new = old
    new.update(.path(path(50, 500))) { $0 = -1 }
    let shared = zip(old.sections, new.sections).filter { $0.rows.rope.isIdentical(to: $1.rows.rope) }
    #expect(shared.count == 99)
    let runs = old.sections[50].rows.rope.runs(sharedWith: new.sections[50].rows.rope)
    #expect(runs.reduce(0) { $0 + Int($1.count) } >= 1_000 - Numbers.leafCapacity)
  }

  @Test func anArrayIsAdoptedWithoutACopy() {
    let rows = Array(0..<100_000)
    let table = TableSnapshot(rows: rows)
    let isSame = rows.withUnsafeBufferPointer { buffer in
      guard let section = table.sections.first, case .leaf(let leaf) = section.rows.rope.root else { return false }
      return leaf.withUnsafeBufferPointer { $0.baseAddress == buffer.baseAddress }
    }
    #expect(isSame)
  }

  @Test func anArrayOfWhichLittleIsLeftIsLetGo() {
    final class Probe {}
    let size = 10_000
    var probes: [Probe] = (0..<size).map { _ in Probe() }
    weak let gone = probes[size - 1]
    var rope = Rope<Probe, Weightless<Probe>>(probes)
    probes = []
    // The rest is too large for a separate window, and a slice of the array would retain all elements.
    rope.replace(2_400..<size, with: [])
    #expect(rope.count == 2_400)
    #expect(gone == nil)
    rope.checkInvariants()
    // An array that is inserted later is not retained either, wherever it is.
    for place in [0, 1_200, 2_400] {
      var more: [Probe] = (0..<size).map { _ in Probe() }
      weak let last = more[size - 1]
      rope.replace(place..<place, with: more)
      more = []
      #expect(last != nil)
      rope.replace(place + 2_000..<place + size, with: [])
      #expect(last == nil, "at \(place)")
      rope.checkInvariants()
      rope.replace(place..<place + 2_000, with: [])
    }
  }

  @Test func nothingIsSharedByChance() {
    let one = Numbers(Array(0..<1_000))
    let two = Numbers(Array(0..<1_000))
    #expect(shared(one, two) == 0)
    #expect(!one.isIdentical(to: two))
    #expect(one.isIdentical(to: one))
    #expect(shared(one, one) == 1_000)
    #expect(shared(Numbers([]), Numbers([])) == 0)
  }
}
