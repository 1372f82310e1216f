extension BatchOperations {
  /// Checks the batch update against every rule.
  ///
  /// The rules that views enforce are checked before the stricter rules.
  ///
  /// - Parameters:
  ///   - before: The number of rows in each section before the batch update.
  ///   - after: The number of rows in each section after the batch update.
  /// - Throws: A ``BatchError`` for the first rule that the batch update violates.
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* operations.
  public func validate(before: [Int], after: [Int]) throws(BatchError) {
    if before.count == 1, after.count == 1, isValidInOneSection(before: before[0], after: after[0]) { return }
    var check = BatchCheck(self, before: before, after: after)
    try check.checkAsViewsDo()
    try check.checkStrictly()
  }
}
