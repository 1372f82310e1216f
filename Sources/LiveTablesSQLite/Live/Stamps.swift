#if SQLite
/// The state since which each row is known to have its contents.
///
/// Unchanged rows have the floor as their stamp. If too many rows have changed to list them, the floor is raised, and
/// every row counts as changed once.
struct Stamps: Sendable, Equatable {
  private static let limit = 100_000

  /// The most recent changes are stored separately, so that a change copies few others.
  private static let recentLimit = 256

  private(set) var floor: UInt32 = 0
  private var recent: [RowID: UInt32] = [:]
  private var earlier: [RowID: UInt32] = [:]

  var count: Int { recent.count + earlier.count }

  subscript(id: RowID) -> UInt32 {
    if recent.isEmpty, earlier.isEmpty { return floor }
    return recent[id] ?? earlier[id] ?? floor
  }

  mutating func set(_ ids: Set<RowID>, to stamp: UInt32) {
    if count + ids.count > Self.limit { return raise(to: stamp) }
    for id in ids { recent[id] = stamp }
    if recent.count <= Self.recentLimit { return }
    earlier.merge(recent) { _, new in new }
    recent = [:]
  }

  mutating func raise(to stamp: UInt32) {
    floor = stamp
    recent = [:]
    earlier = [:]
  }
}
#endif
