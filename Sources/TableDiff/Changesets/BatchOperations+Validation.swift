extension BatchOperations {
  /// Checks the batch by every rule: those that views check themselves, then the stricter ones.
  ///
  /// - Parameters:
  ///   - before: How many rows each section has before the batch.
  ///   - after: How many rows each section has after it.
  /// - Throws: The first rule that is broken.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* operations.
  public func validate(before: [Int], after: [Int]) throws(BatchError) {
    try validateAsViewsDo(before: before, after: after)
    try validateStrictly()
  }

  /// Checks the batch by the rules R1 to R7 alone, as `UITableView` and `UICollectionView` do.
  ///
  /// - Throws: The first rule that is broken.
  public func validateAsViewsDo(before: [Int], after: [Int]) throws(BatchError) {
    var check = BatchCheck(self, before: before, after: after)
    try check.rewriteReloads()
    try check.checkDeletedSections()
    try check.checkDeletedRows()
    try check.checkInserts()
    try check.checkMoves()
    try check.checkCounts()
  }

  /// Checks the batch by the rules S1 to S4 alone.
  ///
  /// - Throws: The first rule that is broken.
  public func validateStrictly() throws(BatchError) {
    let movedFrom = Set(movedSections.map(\.from))
    let movedTo = Set(movedSections.map(\.to))
    for path in deletedRows + updatedRows + movedRows.map(\.from) where movedFrom.contains(path.section) {
      throw BatchError(.s1, "row \(path) is named in section \(path.section), which moves in the same batch")
    }
    for path in insertedRows + movedRows.map(\.to) where movedTo.contains(path.section) {
      throw BatchError(.s1, "row \(path) is named in section \(path.section), which moves in the same batch")
    }
    if !updatedRows.isEmpty || !updatedSections.isEmpty, structuralCount > 0 {
      throw BatchError(.s2, "\(updatedRows.count + updatedSections.count) content updates share a batch with structure")
    }
    if let section = reloadedSections.first {
      throw BatchError(.s3, "section \(section) is reloaded as a whole")
    }
    try once(deletedSections + movedSections.map(\.from), "section", "before")
    try once(insertedSections + movedSections.map(\.to), "section", "after")
    try once(updatedSections, "section", "before")
    try once(deletedRows + movedRows.map(\.from) + updatedRows, "row", "before")
    try once(insertedRows + movedRows.map(\.to), "row", "after")
    let deleted = Set(deletedSections)
    for path in deletedRows + updatedRows where deleted.contains(path.section) {
      throw BatchError(.s4, "row \(path) is named although section \(path.section) is deleted")
    }
    let inserted = Set(insertedSections)
    for path in insertedRows where inserted.contains(path.section) {
      throw BatchError(.s4, "row \(path) is named although section \(path.section) is inserted")
    }
  }

  private func once<Place: Comparable>(_ places: [Place], _ kind: String, _ when: String) throws(BatchError) {
    let sorted = places.sorted()
    for (one, two) in zip(sorted, sorted.dropFirst()) where one == two {
      throw BatchError(.s4, "\(kind) \(one) (\(when)) is named twice")
    }
  }
}
