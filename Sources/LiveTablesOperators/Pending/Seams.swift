import LiveTables

/// A row of a source that is gone, or beside which there is something that only the table with edits has.
@usableFromInline package struct Seam: Sendable {
  /// Its place in its section of the source.
  @usableFromInline package var row: Int
  /// How many rows come before it, and after it.
  @usableFromInline package let before: Int
  @usableFromInline package let after: Int
  @usableFromInline package let isGone: Bool

  @usableFromInline package init(row: Int, before: Int, after: Int, isGone: Bool) {
    (self.row, self.before, self.after, self.isGone) = (row, before, after, isGone)
  }

  /// By how much it shifts what stands behind it.
  @usableFromInline package var shift: Int { before + after - (isGone ? 1 : 0) }
}

/// Where the rows of a section are in the table with the edits.
@usableFromInline package struct Seams: Sendable {
  /// By ascending row.
  @usableFromInline package var all: [Seam] = []
  /// How many rows come at the end of the section.
  @usableFromInline package var end = 0

  @inlinable package init() {}

  /// Follows the source's section, in which no row leaves, arrives or changes that has a seam.
  ///
  /// - Parameters:
  ///   - leaving: Places before the change, ascending.
  ///   - arriving: Places after it, ascending.
  @usableFromInline package mutating func follow(leaving: [Int], arriving: [Int]) {
    if leaving.isEmpty, arriving.isEmpty { return }
    var (left, arrived) = (0, 0)
    for index in all.indices {
      let row = all[index].row
      while left < leaving.count, leaving[left] < row { left += 1 }
      while arrived < arriving.count, arriving[arrived] <= row - left + arrived { arrived += 1 }
      all[index].row = row - left + arrived
    }
  }

  /// Where rows of the source's section are that have no seam, ascending.
  @usableFromInline package func places(of rows: [Int]) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(rows.count)
    var (next, shift) = (0, 0)
    for row in rows {
      while next < all.count, all[next].row < row {
        shift += all[next].shift
        next += 1
      }
      places.append(row + shift)
    }
    return places
  }

  /// Puts seams at some rows in the place of those that are there.
  ///
  /// - Parameters:
  ///   - rows: Ascending.
  ///   - seams: For each of these what is there now, `nil` for no seam.
  /// - Returns: Where each of these rows was with what came beside it.
  @usableFromInline package mutating func replace(at rows: [Int], with seams: [Seam?]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var merged: [Seam] = []
    merged.reserveCapacity(all.count + rows.count)
    var (next, shift) = (0, 0)
    for (row, seam) in zip(rows, seams) {
      while next < all.count, all[next].row < row {
        shift += all[next].shift
        merged.append(all[next])
        next += 1
      }
      let start = row + shift
      if next < all.count, all[next].row == row {
        shift += all[next].shift
        next += 1
      }
      ranges.append(start..<row + shift + 1)
      if let seam { merged.append(seam) }
    }
    merged += all[next...]
    all = merged
    return ranges
  }
}
