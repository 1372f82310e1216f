import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct PairingTests {
  /// Two lists of sections of unpaired elements, each with the class of its identity.
  private struct Case {
    var alignment = Alignment()
    var old: [[Int]]
    var new: [[Int]]
    var oldSections: [Int32]

    init(old: [[Int]], new: [[Int]], oldSections: [Int32]) {
      self.old = old
      self.new = new
      self.oldSections = oldSections
      for (place, (ones, twos)) in zip(oldSections, zip(old, new)) {
        alignment.begin(place: place)
        alignment.oldLeft += ones.indices.map { Int32($0) }
        alignment.newLeft += twos.indices.map { Int32($0) }
      }
    }

    var classes: IdentityClasses {
      let ones = old.flatMap { $0 }
      let twos = new.flatMap { $0 }
      let places = ones.map { one in Int32(ones.firstIndex(of: one) ?? 0) }
      return IdentityClasses(
        old: places, new: twos.map { two in Int32(ones.firstIndex(of: two) ?? -1) },
        areUnique: Set(ones).count == ones.count && Set(twos).count == twos.count)
    }

    var pairs: [Int32] { Pairing.pairs(classes, alignment) }

    /// The pairs according to a plain implementation of the rule.
    var expected: [Int32] {
      let ones = old.enumerated().flatMap { section, values in values.map { (section, $0) } }
      let twos = new.enumerated().flatMap { section, values in values.map { (section, $0) } }
      var pairs = [Int32](repeating: -1, count: twos.count)
      var isFree = ones.map { _ in true }
      for (index, two) in twos.enumerated() {
        if let own = ones.indices.first(where: { isFree[$0] && ones[$0] == two }) {
          pairs[index] = Int32(own)
          isFree[own] = false
        }
      }
      let order = ones.indices.sorted { (oldSections[ones[$0].0], $0) < (oldSections[ones[$1].0], $1) }
      for (index, two) in twos.enumerated() where pairs[index] < 0 {
        if let other = order.first(where: { isFree[$0] && ones[$0].1 == two.1 }) {
          pairs[index] = Int32(other)
          isFree[other] = false
        }
      }
      return pairs
    }
  }

  @Test
  func ownSectionFirstThenAsManyAsPossibleEachKThWithKTh() {
    for seed in 0..<5_000 {
      var random = SeededGenerator(seed)
      let sections = 1 + seed % 4
      func lists() -> [[Int]] {
        (0..<sections).map { _ in
          (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
        }
      }
      let sample = Case(
        old: lists(), new: lists(), oldSections: (0..<Int32(sections)).shuffled(using: &random))
      #expect(sample.pairs == sample.expected, "seed \(seed): \(sample.old) \(sample.new) \(sample.oldSections)")
    }
  }

  @Test func uniqueIdentitiesArePairedAsTheyAre() {
    let sample = Case(old: [[1, 2], [3]], new: [[3], [1]], oldSections: [0, 1])
    #expect(sample.pairs == [2, 0])
  }

  @Test
  func anElementBelongsToThePairOfSequencesInWhichItWasLeftOver() {
    let sample = Case(old: [[1], [], [2, 3]], new: [[], [4], [5]], oldSections: [0, 1, 2])
    #expect((0..<3).map { sample.alignment.owner(ofOld: $0) } == [0, 2, 2])
    #expect((0..<2).map { sample.alignment.owner(ofNew: $0) } == [1, 2])
    #expect(sample.alignment.owners(isOld: true) == [0, 2, 2])
    #expect(sample.alignment.owners(isOld: false) == [1, 2])
  }
}
