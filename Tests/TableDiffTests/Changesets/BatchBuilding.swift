import LiveTables

@testable import TableDiff

/// A batch with some lists filled.
func batch(_ fill: (inout BatchOperations) -> Void) -> BatchOperations {
  var batch = BatchOperations()
  fill(&batch)
  return batch
}

/// A path.
func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

/// The rule that a batch breaks, or `nil`.
func broken(_ check: () throws(BatchError) -> Void) -> BatchRule? {
  do {
    try check()
    return nil
  } catch {
    return error.rule
  }
}

extension BatchOperations {
  /// Checks the batch by the rules R1 to R7 alone, as views do.
  func validateAsViewsDo(before: [Int], after: [Int]) throws(BatchError) {
    var check = BatchCheck(self, before: before, after: after)
    try check.checkAsViewsDo()
  }
}
