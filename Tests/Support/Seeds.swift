package import LiveTablesTesting

extension SeededGenerator {
  /// Creates a generator whose numbers differ from the first one on between consecutive seeds.
  package init(_ seed: Int) { self.init(seed: UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15) }
}
