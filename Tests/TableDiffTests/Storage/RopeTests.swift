import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

private typealias Numbers = Rope<Int, Weightless<Int>>

/// A weight that is the number itself.
private enum Itself: RopeWeight {
  static var isZero: Bool { false }
  static func weight(of element: Int) -> Int { element }
}

/// Tests of the parts that an edit copies or changes in place.
struct RopeEditTests {
  @Test("an edit of an unshared leaf changes it in place")
  func inPlace() {
    var rope = Numbers(copying: 0..<3_000)
    rope.replace(100..<100, with: [1, 2, 3])
    let place = address(of: rope.leaf(at: 100).leaf)
    rope.replace(100..<101, with: [])
    #expect(address(of: rope.leaf(at: 100).leaf) == place)
    func top(_ rope: Numbers) -> ObjectIdentifier? {
      if case .branch(let branch) = rope.root { ObjectIdentifier(branch) } else { nil }
    }
    let branch = top(rope)
    rope.replace(100..<101, with: [8, 9])
    rope.replace(at: 100, with: 7)
    #expect(branch != nil && top(rope) == branch)
    rope.replace(100..<101, with: [])
    let earlier = rope
    rope.replace(100..<101, with: [])
    #expect(address(of: rope.leaf(at: 100).leaf) != place && earlier.count == 3_002 && rope.count == 3_001)

  }

  @Test("edits of an unshared table change its rows in place")
  func tableInPlace() {
    var table = TableSnapshot(rows: 0..<3_000)
    func branch() -> ObjectIdentifier? {
      if case .branch(let branch) = table.rope[0].rows.rope.root { ObjectIdentifier(branch) } else { nil }
    }
    table.insert(contentsOf: [1, 2, 3], at: RowPath(0, 100))
    table.append(4, toSection: 0)
    let edits: [(String, (inout TableSnapshot<OneSection, Int>) -> Void)] = [
      ("insert", { $0.insert(5, at: RowPath(0, 100)) }),
      ("insert several", { $0.insert(contentsOf: [6, 7], at: RowPath(0, 100)) }),
      ("append", { $0.append(8, toSection: 0) }),
      ("remove", { $0.remove(at: RowPath(0, 100)) }),
      ("replace", { $0.replace(at: RowPath(0, 100), with: 9) }),
      ("update", { $0.update(at: RowPath(0, 100)) { $0 += 1 } }),
    ]
    for (name, edit) in edits {
      let before = branch()
      edit(&table)
      #expect(before != nil && branch() == before, "\(name)")
    }
    let leaf = address(of: table.rope[0].rows.rope.leaf(at: 100).leaf)
    table.remove(at: RowPath(0, 100))
    #expect(address(of: table.rope[0].rows.rope.leaf(at: 100).leaf) == leaf)
  }

  @Test("a leaf is split in its branch, unless another version shares that branch")
  func splitInPlace() {
    func top(_ rope: Numbers) -> Numbers.Branch? { if case .branch(let branch) = rope.root { branch } else { nil } }
    var rope = Numbers(Array(0..<100_000))
    rope.replace(at: 50_000, with: -1)
    weak let first = top(rope)
    for edit in 1...14 {
      rope.replace(at: edit * 3_000, with: -1)
      rope.checkInvariants()
    }
    // If the rope had replaced the branch, `first` would be `nil`.
    #expect(first?.children.count == 31)
    let earlier = rope
    rope.replace(45_000..<45_001, with: [-2, -3])
    rope.checkInvariants()
    #expect(first?.children.count == 31 && top(rope) !== first)
    #expect(earlier.count == 100_000 && earlier[45_000] == 45_000 && rope[45_000] == -2 && rope[45_001] == -3)
  }

  @Test("an element is changed in place, without a copy")
  func changedWhereItIs() {
    var rope = Rope<[Int], Weightless<[Int]>>(copying: (0..<100).map { [$0] })
    let place = rope[70].withUnsafeBytes { $0.baseAddress }
    rope.update([70]) { _, element in element[0] = -1 }
    #expect(rope[70] == [-1] && rope[70].withUnsafeBytes { $0.baseAddress } == place)
  }
}

struct RopeTests {
  /// The initial content of a rope.
  enum Start: CaseIterable {
    case empty, adopted, copied, small

    fileprivate func elements() -> [Int] {
      switch self {
      case .empty: []
      case .adopted: Array(0..<20_000)
      case .copied: Array(0..<3_000)
      case .small: Array(0..<40)
      }
    }
  }

  @Test(arguments: Start.allCases, 0..<6)
  func randomEditsAgreeWithAnArray(start: Start, seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var plain = start.elements()
    var rope = start == .copied ? Numbers(copying: plain) : Numbers(plain)
    var earlier: [(Numbers, [Int])] = []
    for step in 0..<600 {
      let low = Int.random(in: 0...plain.count, using: &random)
      let longest = step % 50 == 0 ? plain.count : [0, 1, 3, 600].randomElement(using: &random) ?? 0
      let high = min(plain.count, low + Int.random(in: 0...longest, using: &random))
      let size = step % 70 == 0 ? 3_000 : [0, 1, 2, 300].randomElement(using: &random) ?? 0
      let new = (0..<Int.random(in: 0...size, using: &random)).map { -step * 10_000 - $0 }
      if step % 100 == 0 { earlier.append((rope, plain)) }
      if step % 9 == 8 {
        let positions = (0..<plain.count).filter { _ in Int.random(in: 0..<20, using: &random) == 0 }
        rope.update(positions) { rank, element in element = element &* 31 &+ rank }
        for (rank, position) in positions.enumerated() { plain[position] = plain[position] &* 31 &+ rank }
      } else {
        rope.replace(low..<high, with: new)
        plain.replaceSubrange(low..<high, with: new)
      }
      rope.checkInvariants()
      #expect(rope.count == plain.count)
      if let place = plain.indices.randomElement(using: &random) { #expect(rope[place] == plain[place]) }
      if step % 20 == 0 { #expect(rope.elementsEqual(plain)) }
    }
    #expect(rope.elementsEqual(plain))
    // Earlier versions are unchanged.
    for (rope, plain) in earlier { #expect(rope.elementsEqual(plain)) }
    for (one, onePlain) in earlier {
      for (two, twoPlain) in earlier { #expect((one == two) == (onePlain == twoPlain)) }
    }
  }

  @Test(arguments: Start.allCases) func equalityComparesOnlyWhatIsNotShared(start: Start) {
    let plain = Array(0..<100_000)
    let rope = start == .copied ? Numbers(copying: plain) : Numbers(plain)
    func comparisons(_ edit: (inout Numbers) -> Void) -> (areEqual: Bool, count: Int) {
      var edited = rope
      edit(&edited)
      var count = 0
      let areEqual = rope.isEqual(to: edited) {
        count += 1
        return $0 == $1
      }
      return (areEqual, count)
    }
    #expect(comparisons { _ in } == (true, 0))
    let same = comparisons { for position in [0, 50_000, 99_999] { $0.replace(at: position, with: position) } }
    #expect(same.areEqual && same.count <= 3 * Numbers.leafCapacity)
    let other = comparisons { $0.replace(at: 60_000, with: -1) }
    #expect(!other.areEqual && other.count <= Numbers.leafCapacity)
    #expect(comparisons { $0.replace(0..<1, with: []) } == (false, 0))
  }

  @Test(
    "replacing elements in place leaves earlier versions unchanged", arguments: Start.allCases, 0..<Trials.count(12))
  func replacedInPlace(start: Start, seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var plain = start.elements()
    var rope = start == .copied ? Numbers(copying: plain) : Numbers(plain)
    var earlier: [(Numbers, [Int])] = []
    for step in 0..<2_000 where !plain.isEmpty {
      if Int.random(in: 0..<20, using: &random) == 0 { earlier.append((rope, plain)) }
      let place = Int.random(in: plain.indices, using: &random)
      rope.replace(at: place, with: -step)
      plain[place] = -step
      if step % 37 == 0 {
        rope.replace(place..<place, with: [step, step])
        plain.insert(contentsOf: [step, step], at: place)
      }
      if step % 100 == 0 { rope.checkInvariants() }
    }
    #expect(rope.elementsEqual(plain))
    for (rope, plain) in earlier { #expect(rope.elementsEqual(plain)) }
  }

  private final class Witness {}

  @Test(
    "a rope releases its adopted array piece by piece as it is edited",
    arguments: [0, 1, 600])
  func settles(takenInFront: Int) {
    var elements: [Witness?] = (0..<50_000).map { _ in Witness() }
    weak let last = elements[49_999]
    var rope = Rope<Witness?, Weightless<Witness?>>(elements)
    elements = []
    rope.replace(at: 49_999, with: nil)
    #expect(last != nil, "the array is whole, and in use")
    var edits = 0
    while rope.adopted.total > 0, edits < 3_000 {
      let before = rope.adopted.live
      rope.replace(at: (edits * 7_919) % 49_000, with: nil)
      #expect(
        before - rope.adopted.live <= 6 * Rope<Witness?, Weightless<Witness?>>.leafCapacity, "too much for one edit"
      )
      if takenInFront == 1 { rope.replace(0..<1, with: [nil]) }
      if takenInFront > 1, rope.settledPrefixCount >= takenInFront, rope.count == 50_000 {
        rope.replace(0..<takenInFront, with: [])
      }
      edits += 1
    }
    rope.checkInvariants()
    #expect(rope.adopted.total == 0 && last == nil)
  }

  @Test("edited leaves are not copied again when the array is released")
  func settledLeaves() {
    let capacity = Numbers.leafCapacity
    var rope = Numbers(Array(0..<capacity * 40))
    var edited: [Int] = []
    // Edits adjacent windows, so that little of the array is left.
    for place in stride(from: capacity * 40 - 1, to: capacity * 2, by: -capacity / 2) where rope.settledPrefixCount == 0
    {
      rope.replace(at: place, with: -place)
      edited.append(place)
    }
    #expect(rope.settledPrefixCount > 0)
    let places = edited.suffix(8).map { address(of: rope.leaf(at: $0).leaf) }
    for _ in 0..<200 where rope.adopted.total > 0 { rope.replace(at: capacity * 40 - 1, with: 0) }
    #expect(rope.adopted.total == 0)
    rope.checkInvariants()
    #expect(edited.suffix(8).map { address(of: rope.leaf(at: $0).leaf) } == places)
    #expect(rope.elementsEqual((0..<capacity * 40 - 1).map { edited.dropFirst().contains($0) ? -$0 : $0 } + [0]))
  }

  @Test("a later adopted array is released, too")
  func settlesInFront() {
    typealias Witnesses = Rope<Witness?, Weightless<Witness?>>
    var elements: [Witness?] = (0..<50_000).map { _ in Witness() }
    weak let last = elements[49_999]
    var rope = Witnesses(copying: [Witness?](repeating: nil, count: 2_000))
    rope.replace(1_000..<1_000, with: elements)
    elements = []
    // Keeps only the front of the array.
    rope.replace(1_000 + Witnesses.leafCapacity..<51_000, with: [])
    var edits = 0
    while rope.adopted.total > 0, edits < 200 {
      rope.replace(at: rope.count - 1, with: nil)
      edits += 1
    }
    rope.checkInvariants()
    #expect(rope.adopted.total == 0 && last == nil)
  }

  @Test(arguments: 0..<6)
  func weightsAgreeWithSums(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var plain = (0..<500).map { _ in Int.random(in: 0...3, using: &random) }
    var rope = Rope<Int, Itself>(copying: plain)
    for _ in 0..<300 {
      let low = Int.random(in: 0...plain.count, using: &random)
      let high = min(plain.count, low + Int.random(in: 0...8, using: &random))
      let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
      rope.replace(low..<high, with: new)
      plain.replaceSubrange(low..<high, with: new)
      rope.checkInvariants()
      #expect(rope.weight == plain.reduce(0, +))
      let position = Int.random(in: 0...plain.count, using: &random)
      #expect(rope.weight(before: position) == plain.prefix(position).reduce(0, +))
      guard rope.weight > 0 else { continue }
      let target = Int.random(in: 0..<rope.weight, using: &random)
      let found = rope.find(weight: target)
      #expect(plain.prefix(found.position).reduce(0, +) + found.rest == target)
      #expect(found.rest >= 0 && found.rest < plain[found.position])
    }
  }

  @Test func leavesInARangeAreTheRange() {
    var rope = Numbers(Array(0..<5_000))
    for place in stride(from: 300, to: 5_000, by: 700) { rope.replace(place..<place + 1, with: [place]) }
    for range in [0..<0, 0..<1, 299..<301, 10..<4_990, 4_999..<5_000, 0..<5_000, 700..<700] {
      #expect(rope.leaves(in: range).flatMap { $0 } == Array(range))
      #expect(rope.leaves(in: range).allSatisfy { !$0.isEmpty })
    }
  }

  @Test func everythingCanGoAndComeBack() {
    for size in [1, 512, 513, 5_000] {
      var rope = Numbers(Array(0..<size))
      if size > 1 { rope.replace(size / 2..<size / 2 + 1, with: [7]) }
      rope.replace(0..<size, with: [])
      rope.checkInvariants()
      #expect(rope.count == 0 && rope.root.height == 0)
      rope.replace(0..<0, with: [1, 2])
      #expect(Array(rope) == [1, 2])
    }
  }

  @Test func aTreeGrowsNoHigherThanItsSizeCallsFor() {
    var rope = Numbers([])
    var random = SeededGenerator(seed: 1)
    for step in 0..<20_000 {
      let place = Int.random(in: 0...rope.count, using: &random)
      rope.replace(place..<place, with: [step])
    }
    rope.checkInvariants()
    // 20,000 elements in leaves of at least a quarter of 512.
    #expect(rope.root.height <= 2)
    for _ in 0..<19_990 {
      let place = Int.random(in: 0..<rope.count, using: &random)
      rope.replace(place..<place + 1, with: [])
    }
    rope.checkInvariants()
    #expect(rope.root.height <= 1)
  }
}
