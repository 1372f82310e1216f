import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct IdentityIndexTests {
  @Test func identitiesAreNumberedAsTheyAppear() {
    var index = IdentityIndex<String>()
    var numbers: [String: Int] = [:]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let identity = "\(Int.random(in: 0..<1_000, using: &random))"
      let found = index.number(of: identity)
      #expect(found.isNew == (numbers[identity] == nil))
      #expect(found.number == numbers[identity, default: numbers.count])
      numbers[identity] = found.number
    }
    #expect(Array(index.identities) == numbers.sorted { $0.value < $1.value }.map(\.key))
  }

  @Test func whatIsNotEqualToItselfIsAlwaysNew() {
    var index = IdentityIndex<Double>()
    for number in 0..<100 { #expect(index.number(of: .nan) == (number, true)) }
  }

  @Test("an identity that is not equal to itself does not replace another one with the same hash")
  func whatIsNotEqualToItselfTakesThePlaceOfNoOther() {
    struct Odd: Hashable {
      let number: Int
      static func == (one: Odd, two: Odd) -> Bool { one.number == two.number && one.number > 0 }
      func hash(into hasher: inout Hasher) {}
    }
    var index = IdentityIndex<Odd>()
    // Four identities, because up to three are found without the table.
    for number in [1, 2, 3, 0] { #expect(index.number(of: Odd(number: number)).isNew) }
    for number in [1, 2, 3] { #expect(index.existingNumber(of: Odd(number: number)) == number - 1) }
  }

  @Test("many identities with the same hash count as crowded") func crowded() {
    var (index, other) = (IdentityIndex<Colliding>(), IdentityIndex<Int>())
    for number in 0..<1_025 { #expect(index.number(of: Colliding(number: number)).isNew) }
    #expect(!index.isCrowded && index.number(of: Colliding(number: 1_024)) == (1_024, false))
    #expect(index.number(of: Colliding(number: 1_025)) == (1_025, true) && index.isCrowded)
    for number in 0..<20_000 { _ = other.number(of: number &* 0x9E37) }
    #expect(!other.isCrowded)
  }

  @Test("up to three identities are found without hashing") func fewIdentities() {
    let tally = Tally()
    let ids = (0..<4).map { CountedRow.ID(number: $0, tally: tally) }
    var index = IdentityIndex<CountedRow.ID>()
    for id in ids.dropLast() { _ = index.number(of: id) }
    tally.reset()
    #expect(ids.map { index.existingNumber(of: $0) } == [0, 1, 2, nil] && tally.hashes == 0)
  }

  @Test("an identity that is not equal to itself is compared with one of its kind, not with all")
  func whatIsNotEqualToItselfIsComparedWithOneOfItsKind() {
    struct Unequal: Hashable {
      let tally: Tally
      static func == (one: Unequal, two: Unequal) -> Bool {
        one.tally.countEquality()
        return false
      }
      func hash(into hasher: inout Hasher) {}
    }
    let tally = Tally()
    var index = IdentityIndex<Unequal>()
    for _ in 0..<1_000 { _ = index.number(of: Unequal(tally: tally)) }
    #expect(tally.equalities <= 4 * 1_000)
  }
}
