import LiveTablesCells

/// A model of how table and collection views in UIKit validate batches.
///
/// If UIKit would crash the app, the engine throws an error that contains the violated rule.
///
///     idle ⇄ in a batch
///
/// A batch requires a window and a first layout, and permits neither a reload nor another batch (rule R8). The row counts that
/// the engine read last count as the old row counts. If a reload is pending, the engine reads them when the batch begins.
package struct StrictBatchEngine: Hashable, Sendable {
  package private(set) var hasWindow: Bool

  /// Whether the view has been laid out at least once.
  package private(set) var hasLayout: Bool

  package private(set) var isInBatch = false

  package private(set) var isReloadPending = false

  /// The number of rows in each section, according to the view.
  package private(set) var shownRowCounts: [Int]

  package init(isInWindow: Bool = true, rowCounts: [Int] = []) {
    hasWindow = isInWindow
    hasLayout = isInWindow
    shownRowCounts = rowCounts
  }

  package var isReady: Bool { hasWindow && hasLayout }

  // MARK: - Window and layout

  package mutating func enterWindow() { hasWindow = true }

  package mutating func leaveWindow() { hasWindow = false }

  /// Lays out the view, and reads the row counts if this is the first layout or a reload is pending.
  ///
  /// - Returns: Whether the engine read the row counts.
  @discardableResult package mutating func layOut(rowCounts: [Int]) -> Bool {
    guard hasWindow, !isInBatch, isReloadPending || !hasLayout else { return false }
    hasLayout = true
    isReloadPending = false
    shownRowCounts = rowCounts
    return true
  }

  // MARK: - Changes

  /// Requests a reload at the next layout.
  ///
  /// - Throws: An error with rule R8 if a batch is in progress.
  package mutating func reloadData() throws(BatchError) {
    if isInBatch { throw BatchError(.r8, "the view is reloaded inside a batch") }
    isReloadPending = true
  }

  /// - Parameter rowCounts: The row counts of the data source before the data is replaced.
  /// - Throws: An error with rule R8 if another batch is in progress, the view has no window, or it has not been laid
  ///   out. An error with rule R0 if the data has changed since the view read it and no reload is pending.
  package mutating func beginBatch(rowCounts: [Int]) throws(BatchError) {
    if isInBatch { throw BatchError(.r8, "a batch begins inside a batch") }
    if !hasWindow { throw BatchError(.r8, "a batch begins although the view has no window") }
    if !hasLayout { throw BatchError(.r8, "a batch begins before the view was laid out for the first time") }
    if isReloadPending {
      shownRowCounts = rowCounts
      isReloadPending = false
    } else if rowCounts != shownRowCounts {
      throw BatchError(.r0, "the data changed outside of a batch: \(rowCounts) rows where \(shownRowCounts) are shown")
    }
    isInBatch = true
  }

  /// Validates a batch after the data has been replaced.
  ///
  /// - Throws: An error for the first violated rule among R1 to R7 and S1 to S4. In this case, the batch ends, and a
  ///   reload is pending.
  package mutating func check(_ operations: BatchOperations, rowCounts: [Int]) throws(BatchError) {
    do {
      try operations.validate(before: shownRowCounts, after: rowCounts)
    } catch {
      abandonBatch()
      throw error
    }
    shownRowCounts = rowCounts
  }

  package mutating func endBatch() { isInBatch = false }

  /// Ends a failed batch, after which the view must be reloaded.
  package mutating func abandonBatch() {
    isInBatch = false
    isReloadPending = true
  }

  /// Performs a whole batch, given the row counts of the data source before and after it.
  ///
  /// - Throws: An error for the first violated rule.
  package mutating func performBatch(_ operations: BatchOperations, before: [Int], after: [Int])
    throws(BatchError)
  {
    try beginBatch(rowCounts: before)
    try check(operations, rowCounts: after)
    endBatch()
  }

  /// Changes the row counts that the view shows, without the data source.
  mutating func tamper(_ rowCounts: [Int]) { shownRowCounts = rowCounts }
}
