import LiveTables

/// Work that every diff of whole lists has to do, or usually does.
enum Limits {
  /// Compares the rows at the same positions.
  static func equality<Row: Equatable>(_ old: [Row], _ new: [Row]) -> Int {
    var different = abs(old.count - new.count)
    for index in 0..<min(old.count, new.count) where old[index] != new[index] { different += 1 }
    return different
  }

  /// Hashes every identity once.
  static func hashing<Row: BenchmarkRow>(_ rows: [Row]) -> Int {
    var all = 0
    for row in rows { all ^= row.identity.hashValue }
    return all
  }

  static func copy<Row>(_ rows: [Row]) -> Int {
    var copy: [Row] = []
    copy.reserveCapacity(rows.count)
    copy.append(contentsOf: rows)
    return copy.count
  }
}
