extension BatchOperations {
  /// Returns whether the batch obeys every rule and contains only row operations in a single section.
  ///
  /// The check takes one pass without heap allocations, and accepts most batches. If it returns `false`, run the
  /// full check, because the update may still be valid.
  ///
  /// - Complexity: O(*n* / 64 + *k*) for *n* rows and *k* operations.
  func isValidInOneSection(before: Int, after: Int) -> Bool {
    guard deletedSections.isEmpty, insertedSections.isEmpty, movedSections.isEmpty, reloadedSections.isEmpty,
      updatedSections.isEmpty, before >= 0, after >= 0
    else { return false }
    let isUpdate = deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
    let rows = before &- deletedRows.count &+ insertedRows.count
    if rows != after || !isUpdate && !updatedRows.isEmpty { return false }
    // For few operations on a very long table, hashing is cheaper than using bits.
    let words = (before / 64 + 1, after / 64 + 1)
    guard words.0 + words.1 <= 64 + count * 16 else { return false }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words.0 + words.1) { bits in
      bits.initialize(repeating: 0)
      func mark(_ path: RowPath, below bound: Int, from start: Int) -> Bool {
        let row = Int(path.packedRow)
        guard path.packedSection == 0, row >= 0, row < bound else { return false }
        let word = start &+ row &>> 6
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row)
        if bits[word] & bit != 0 { return false }
        bits[word] |= bit
        return true
      }
      // Loops over the elements take longer in debug builds.
      func mark(_ paths: [RowPath], below bound: Int, from start: Int) -> Bool {
        var number = 0
        while number < paths.count {
          if !mark(paths[number], below: bound, from: start) { return false }
          number += 1
        }
        return true
      }
      guard mark(updatedRows, below: before, from: 0), mark(deletedRows, below: before, from: 0),
        mark(insertedRows, below: after, from: words.0)
      else { return false }
      var number = 0
      while number < movedRows.count {
        if !mark(movedRows[number].from, below: before, from: 0) { return false }
        if !mark(movedRows[number].to, below: after, from: words.0) { return false }
        number += 1
      }
      return true
    }
  }
}
