import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

@Suite("Many edits of a rope at once")
struct RopeBulkTests {
  private typealias Numbers = Rope<Int, Weightless<Int>>
  private typealias Flags = Rope<Bool, TrueCount>

  @Test("runs taken from another rope leave no empty leaf between them", arguments: [1, 3, 2_000])
  func replacing(edits: Int) {
    var rope = Numbers(Array(0..<20_000))
    for edit in 0..<edits { rope.replace(edit * 10..<edit * 10 + 1, with: [edit * 10]) }
    let other = Numbers((0..<20_000).map { -$0 })
    // The ranges include the first element, two adjacent runs, and the last element.
    let ranges = [0..<5, 700..<710, 710..<720, 19_990..<20_000]
    let runs = ranges.map { UpdatedRun(section: 0, rows: $0, target: path(0, $0.lowerBound)) }
    let replaced = rope.replacing(runs[...]) { _ in other }
    replaced.checkInvariants()
    var plain = Array(0..<20_000)
    for index in ranges.joined() { plain[index] = -index }
    #expect(Array(replaced) == plain)
  }

  @Test("removing and inserting many elements agrees with an array", arguments: 0..<200)
  func many(seed: Int) {
    var random = SeededGenerator(seed)
    let count = [0, 3, 40, 5_000][seed % 4]
    var plain = Array(0..<count)
    var rope = seed % 2 == 0 ? Numbers(plain) : Numbers(copying: plain)
    for step in 0..<4 {
      let gone = plain.indices.filter { _ in Int.random(in: 0..<[2, 50, 2_000][step % 3], using: &random) == 0 }
      rope.remove(at: gone)
      for index in gone.reversed() { plain.remove(at: index) }
      #expect(Array(rope) == plain)
      rope.checkInvariants()
      var arrivals: [(position: Int, element: Int)] = []
      var position = 0
      var length = plain.count
      while position <= length, arrivals.count < 600 {
        if Int.random(in: 0..<[3, 60, 900][step % 3], using: &random) == 0 {
          arrivals.append((position, -position))
          length += 1
        }
        position += 1
      }
      rope.insert(arrivals)
      for arrival in arrivals { plain.insert(arrival.element, at: arrival.position) }
      #expect(Array(rope) == plain)
      rope.checkInvariants()
    }
  }

  @Test("a few of many ranges are replaced in place, and the rest is shared")
  func fewRanges() {
    let old = Numbers(copying: 0..<20_000)
    var new = old
    new.replace([10..<11, 15_000..<15_002], with: [-1, -2], parts: [0..<1, 1..<2])
    #expect(new.count == 19_999 && new[10] == -1 && new[15_000] == -2 && new[15_001] == 15_002)
    #expect(old.runs(sharedWith: new).reduce(0) { $0 + $1.count } > 18_000)
  }

  @Test("the beginning of a rope shares its storage", arguments: [0, 1, 63, 64, 65, 1_000, 4_999, 5_000, 9_000])
  func head(length: Int) {
    var rope = Numbers(copying: Array(0..<5_000))
    for number in 0..<50 { rope.replace(number * 90..<number * 90 + 1, with: [number, -number]) }
    let head = rope.head(length)
    head.checkInvariants()
    #expect(Array(head) == Array(Array(rope).prefix(length)))
    if length > 0 { #expect(address(of: head.leaves(in: 0..<1)[0]) == address(of: rope.leaves(in: 0..<1)[0])) }
    let adopted = Numbers(Array(0..<5_000)).head(length)
    adopted.checkInvariants()
    #expect(adopted.count == min(length, 5_000))
  }

  @Test("many weighed elements form short leaves", arguments: [0, 3, 5_000])
  func shortLeaves(count: Int) {
    let more = (0..<20_000).map { $0 % 3 == 0 }
    for position in [0, count / 2, count] {
      var replaced = Flags(copying: repeatElement(true, count: count))
      var inserted = replaced
      replaced.replace(position..<position, with: more)
      inserted.insert(more.enumerated().map { (position + $0, $1) })
      for flags in [replaced, inserted] {
        #expect(flags.leaves(in: 0..<flags.count).allSatisfy { $0.count <= Flags.leafCapacity })
        #expect(flags.adopted.total == 0 && flags.weight == count + 6_667)
        #expect(Array(flags)[position..<position + 20_000].elementsEqual(more))
        flags.checkInvariants()
      }
    }
  }

  @Test("kept rows are counted")
  func ranks() {
    let plain = (0..<2_000).map { $0 % 3 != 1 }
    let flags = Flags(copying: plain)
    let kept = plain.indices.filter { plain[$0] && ($0 < 50 || $0 % 7 == 0) }
    #expect(flags.ranks(ofKept: kept) == kept.map { position in plain[..<position].filter { $0 }.count })
  }

  @Test("the first position with a property")
  func firstPosition() {
    let rope = Numbers(copying: (0..<3_000).map { $0 * 2 })
    for value in [-1, 0, 1, 2, 2_999, 5_998, 5_999, 9_000] {
      let expected = min(max((value + 1) / 2, 0), 3_000)
      #expect(rope.firstPosition { $1 >= value } == expected)
    }
  }
}
