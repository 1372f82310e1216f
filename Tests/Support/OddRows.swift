package import LiveTablesTesting
import TableDiff

/// Counts the calls of `==` and `hash(into:)` of rows.
package final class Tally {
  package var equalities = 0
  package var hashes = 0
  /// Whether all hashes are the same.
  package var hashesCollide = false
  /// Called at every counted call, with the number of calls.
  package var onQuestion: (Int) -> Void = { _ in }

  package init() {}

  package var questions: Int { equalities + hashes }

  package func countEquality() {
    equalities += 1
    onQuestion(questions)
  }

  package func countHash() {
    hashes += 1
    onQuestion(questions)
  }

  package func reset() {
    equalities = 0
    hashes = 0
  }
}

/// A row that counts the calls of its own `==`, and of its identity's `==` and `hash(into:)`.
package struct CountedRow: Diffable, Equatable {
  package struct ID: Hashable, Sendable {
    package let number: Int
    // Safe: tests call this on one thread.
    package nonisolated(unsafe) let tally: Tally

    package init(number: Int, tally: Tally) {
      self.number = number
      self.tally = tally
    }

    package static func == (one: ID, two: ID) -> Bool {
      one.tally.countEquality()
      return one.number == two.number
    }

    package func hash(into hasher: inout Hasher) {
      tally.countHash()
      if !tally.hashesCollide { hasher.combine(number) }
    }
  }

  package var identity: ID
  package var content = 0

  package init(_ number: Int, content: Int = 0, _ tally: Tally) {
    identity = ID(number: number, tally: tally)
    self.content = content
  }

  package static func == (one: CountedRow, two: CountedRow) -> Bool {
    one.identity.tally.countEquality()
    return one.identity.number == two.identity.number && one.content == two.content
  }
}

/// An identity that compares and hashes at random.
package struct Dice: Diffable, Hashable, Sendable {
  package final class Cup {
    package var random: SeededGenerator
    package init(seed: Int) { random = SeededGenerator(seed) }
    package func roll() -> Bool { Int.random(in: 0...2, using: &random) == 0 }
  }

  // Safe: tests call this on one thread.
  package nonisolated(unsafe) let cup: Cup

  package init(cup: Cup) { self.cup = cup }

  package static func == (one: Dice, two: Dice) -> Bool { one.cup.roll() }
  package func hash(into hasher: inout Hasher) { hasher.combine(cup.roll()) }
}

/// Returns the integer whose `integerHash` is the upper half of a number, by inverting this function.
package func integer(hashedTo hash: UInt64) -> Int {
  func inverse(of factor: UInt64) -> UInt64 { (0..<6).reduce(1) { inverse, _ in inverse &* (2 &- factor &* inverse) } }
  var number = hash &* inverse(of: 0xBF58_476D_1CE4_E5B9)
  number ^= number >> 29 ^ number >> 58
  return Int(bitPattern: UInt(number &* inverse(of: 0x9E37_79B9_7F4A_7C15) ^ hashSeed))
}

/// A row whose hash is always the same.
package struct Colliding: Diffable, Hashable {
  package var number: Int

  package init(number: Int) { self.number = number }

  package func hash(into hasher: inout Hasher) {}
}
