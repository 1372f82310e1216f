/// A pseudorandom number generator that is initialized with a seed: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Equal seeds generate equal numbers on every platform and in every process.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  package let seed: UInt64

  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns an independent generator with a seed that depends on this seed and a number.
  package func derived(_ number: Int) -> SeededGenerator {
    var generator = SeededGenerator(seed: seed ^ (UInt64(bitPattern: Int64(number)) &* 0xD6E8_FEB8_6659_FD93))
    return SeededGenerator(seed: generator.next())
  }

  package mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  package mutating func chance(_ one: Int, in many: Int) -> Bool { roll(1...many) <= one }
}
