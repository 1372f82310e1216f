extension BatchOperations {
  /// Checks the batch against every rule.
  ///
  /// The rules that views enforce precede the stricter rules.
  ///
  /// - Parameters:
  ///   - before: The number of rows in each section before the batch.
  ///   - after: The number of rows in each section after the batch.
  /// - Throws: A ``BatchError`` for the first rule that the batch violates.
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* operations.
  public func validate(before: [Int], after: [Int]) throws(BatchError) {
    if before.count == 1, after.count == 1, isValidInOneSection(before: before[0], after: after[0]) { return }
    var check = BatchCheck(self, before: before, after: after)
    try check.checkAsViewsDo()
    try check.checkStrictly()
  }
}
