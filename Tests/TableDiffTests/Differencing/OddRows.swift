import LiveTables

@testable import TableDiff

/// What rows were asked for.
final class Tally {
  var equalities = 0
  var hashes = 0
  /// Whether all hashes are the same.
  var hashesCollide = false
  /// Called at every question.
  var onQuestion: (Int) -> Void = { _ in }

  var questions: Int { equalities + hashes }

  func countEquality() {
    equalities += 1
    onQuestion(questions)
  }

  func countHash() {
    hashes += 1
    onQuestion(questions)
  }

  func reset() {
    equalities = 0
    hashes = 0
  }
}

/// A row that counts what it is asked, as identity and as content.
struct CountedRow: Diffable, Equatable {
  struct ID: Hashable, Sendable {
    let number: Int
    // Safe: tests ask on one thread.
    nonisolated(unsafe) let tally: Tally

    static func == (one: ID, two: ID) -> Bool {
      one.tally.countEquality()
      return one.number == two.number
    }

    func hash(into hasher: inout Hasher) {
      tally.countHash()
      if !tally.hashesCollide { hasher.combine(number) }
    }
  }

  var identity: ID
  var content = 0

  init(_ number: Int, content: Int = 0, _ tally: Tally) {
    identity = ID(number: number, tally: tally)
    self.content = content
  }

  static func == (one: CountedRow, two: CountedRow) -> Bool {
    one.identity.tally.countEquality()
    return one.identity.number == two.identity.number && one.content == two.content
  }
}

/// An identity that answers as dice fall.
struct Dice: Diffable, Hashable, Sendable {
  final class Cup {
    var random: SplitMix
    init(seed: Int) { random = SplitMix(seed: seed) }
    func roll() -> Bool { Int.random(in: 0...2, using: &random) == 0 }
  }

  // Safe: tests ask on one thread.
  nonisolated(unsafe) let cup: Cup

  static func == (one: Dice, two: Dice) -> Bool { one.cup.roll() }
  func hash(into hasher: inout Hasher) { hasher.combine(cup.roll()) }
}

/// The integer whose hash is in the upper half of a number: `integerHash`, backwards.
func integer(hashedTo hash: UInt64) -> Int {
  func inverse(of factor: UInt64) -> UInt64 { (0..<6).reduce(1) { inverse, _ in inverse &* (2 &- factor &* inverse) } }
  var number = hash &* inverse(of: 0xBF58_476D_1CE4_E5B9)
  number ^= number >> 29 ^ number >> 58
  return Int(bitPattern: UInt(number &* inverse(of: 0x9E37_79B9_7F4A_7C15) ^ hashSeed))
}

/// A row whose hash says nothing.
struct Colliding: Diffable, Hashable {
  var number: Int
  func hash(into hasher: inout Hasher) {}
}
