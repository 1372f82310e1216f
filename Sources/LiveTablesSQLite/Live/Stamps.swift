#if SQLite
/// As of which state each row is known to have the content it has.
///
/// Rows that have never changed have the floor as their stamp. When too many have changed to be listed, the floor is
/// raised, and every row counts as changed once.
struct Stamps: Sendable, Equatable {
  private static let limit = 100_000

  private(set) var floor: UInt32 = 0
  private(set) var known: [RowID: UInt32] = [:]

  subscript(id: RowID) -> UInt32 { known.isEmpty ? floor : known[id] ?? floor }

  mutating func set(_ ids: Set<RowID>, to stamp: UInt32) {
    if known.count + ids.count > Self.limit { return raise(to: stamp) }
    for id in ids { known[id] = stamp }
  }

  /// Every row has changed.
  mutating func raise(to stamp: UInt32) {
    floor = stamp
    known = [:]
  }
}
#endif
