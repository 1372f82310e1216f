package import TableDiff

/// Returns a batch that a closure fills.
package func batch(_ fill: (inout BatchOperations) -> Void) -> BatchOperations {
  var batch = BatchOperations()
  fill(&batch)
  return batch
}

package func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

/// Returns the rule that a batch breaks, or `nil`.
package func broken(_ check: () throws(BatchError) -> Void) -> BatchRule? {
  do {
    try check()
    return nil
  } catch {
    return error.rule
  }
}
