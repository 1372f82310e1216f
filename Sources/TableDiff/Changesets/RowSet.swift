/// A set of rows of a table, specified by their paths.
///
/// The set uses one bit for each row of the table, or a hashed set if the table is too large.
struct RowSet {
  private let rowCounts: [Int]
  /// The start of each section's bits, or an empty array if the set is hashed.
  private var starts: [Int] = []
  private var bits = BitSet(below: 0)
  private var paths: Set<RowPath> = []

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of rows that will be added.
  /// - Complexity: O(*s* + *k*) for *s* sections and a capacity of *k*.
  init(of rowCounts: [Int], capacity: Int) {
    self.rowCounts = rowCounts
    // A word of bits costs about a hundredth of a hash, so bits for a thousand rows cost less than one path.
    let limit = capacity * 1024
    var end = 0
    starts.reserveCapacity(rowCounts.count)
    for count in rowCounts {
      starts.append(end)
      let (sum, overflows) = end.addingReportingOverflow(max(0, count))
      if overflows || sum > limit {
        starts = []
        return
      }
      end = sum
    }
    bits = BitSet(below: end)
  }

  func exists(_ path: RowPath) -> Bool {
    path.section >= 0 && path.section < rowCounts.count && path.row >= 0 && path.row < rowCounts[path.section]
  }

  /// Returns whether the set contains a row, which is `false` for rows that the table does not contain.
  func contains(_ path: RowPath) -> Bool {
    if starts.isEmpty { return paths.contains(path) }
    return exists(path) && bits.contains(starts[path.section] + path.row)
  }

  @discardableResult mutating func insert(_ path: RowPath) -> Bool {
    if starts.isEmpty { return paths.insert(path).inserted }
    return bits.insert(starts[path.section] + path.row)
  }

  /// Inserts rows until a row does not exist or has already been inserted.
  ///
  /// - Parameters:
  ///   - counts: The number of inserted rows in each section, which this method updates.
  mutating func insert(all rows: some Sequence<RowPath>, counting counts: inout [Int]) -> Bool {
    if starts.isEmpty {
      for path in rows {
        guard exists(path), insert(path) else { return false }
        counts[path.section] += 1
      }
      return true
    }
    let (starts, rowCounts) = (starts, rowCounts)
    // Every index has been checked to be below the number of rows. A mutable span would require newer Apple systems.
    return bits.words.withUnsafeMutableBufferPointer { words in
      var section = -1
      var (start, end, added) = (0, 0, 0)
      for path in rows {
        if path.section != section {
          guard path.section >= 0, path.section < rowCounts.count else { return false }
          if added > 0 { counts[section] += added }
          section = path.section
          start = starts[section]
          end = rowCounts[section]
          added = 0
        }
        guard path.row >= 0, path.row < end else { return false }
        let index = start + path.row
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
        if words[index &>> 6] & bit != 0 { return false }
        words[index &>> 6] |= bit
        added += 1
      }
      if added > 0 { counts[section] += added }
      return true
    }
  }
}
