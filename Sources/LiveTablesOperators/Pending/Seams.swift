import LiveTables

/// A source row that was deleted, or that has additional rows next to it in the edited table.
@usableFromInline package struct Seam: Sendable {
  @usableFromInline package var row: Int
  /// The number of rows inserted before the row, followed by the number inserted after it.
  @usableFromInline package let before: Int
  @usableFromInline package let after: Int
  @usableFromInline package let isDeleted: Bool

  @usableFromInline package init(row: Int, before: Int, after: Int, isDeleted: Bool) {
    (self.row, self.before, self.after, self.isDeleted) = (row, before, after, isDeleted)
  }

  @usableFromInline package var shift: Int { before + after - (isDeleted ? 1 : 0) }
}

/// Maps the rows of a section to the edited table.
@usableFromInline package struct Seams: Sendable {
  @usableFromInline package var all: [Seam] = []
  /// The number of rows inserted at the end of the section.
  @usableFromInline package var end = 0

  @inlinable package init() {}

  /// Updates the seams for a change to the section that affects no row with a seam.
  ///
  /// - Parameters:
  ///   - leaving: The ascending indices of deleted and moved rows before the change.
  ///   - arriving: The ascending indices of inserted and moved rows after the change.
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

  /// Returns the ascending indices, in the edited table, of rows without seams.
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

  /// Replaces the seams at the given rows.
  ///
  /// - Parameters:
  ///   - rows: The rows, in ascending order.
  ///   - seams: The new seam of each row, or `nil` to remove the seam.
  /// - Returns: The earlier range of each row, including the rows inserted next to it.
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
