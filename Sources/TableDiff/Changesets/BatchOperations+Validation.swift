extension BatchOperations {
  /// Checks the batch by every rule: those that views check themselves, then the stricter ones.
  ///
  /// - Parameters:
  ///   - before: How many rows each section has before the batch.
  ///   - after: How many rows each section has after it.
  /// - Throws: The first rule that is broken.
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* operations.
  public func validate(before: [Int], after: [Int]) throws(BatchError) {
    if before.count == 1, after.count == 1, isValidInOneSection(before: before[0], after: after[0]) { return }
    var check = BatchCheck(self, before: before, after: after)
    try check.checkAsViewsDo()
    try check.checkStrictly()
  }
}
