@_spi(Adapters) public import LiveTablesCells

/// What a table or collection view of UIKit knows of its data source, when it reads that, and where it would crash the
/// app: the same without a view, as errors with the names of the rules.
///
///     idle ⇄ in a batch
///
/// beside which it has a window or not, has been laid out once or not, and has a reload pending or not. A batch needs a
/// window and a first layout; while it is on, there is neither a reload nor another batch (R8). The row counts before
/// are those that were read last, unless a reload is pending: then they are read when the batch begins (R0).
///
/// ```swift
/// var view = StrictBatchEngine(rowCounts: [2, 2])
/// try view.performBatch(operations, before: [2, 2], after: [2, 1, 3])     // throws what UIKit would crash on
/// ```
@_spi(Adapters) public struct StrictBatchEngine: Hashable, Sendable {
  /// Whether the view is in a window.
  @_spi(Adapters) public private(set) var hasWindow: Bool

  /// Whether the view has been laid out at least once.
  @_spi(Adapters) public private(set) var hasLayout: Bool

  /// Whether a batch is on.
  @_spi(Adapters) public private(set) var isInBatch = false

  /// Whether the view was told to reload and has not read its data since.
  @_spi(Adapters) public private(set) var isReloadPending = false

  /// How many rows the view believes to have in each section.
  @_spi(Adapters) public private(set) var shownRowCounts: [Int]

  /// Creates a view: by default in a window, laid out and showing rows.
  @_spi(Adapters) public init(isInWindow: Bool = true, rowCounts: [Int] = []) {
    hasWindow = isInWindow
    hasLayout = isInWindow
    shownRowCounts = rowCounts
  }

  /// Whether batches are welcome.
  @_spi(Adapters) public var isReady: Bool { hasWindow && hasLayout }

  // MARK: - Window and layout

  /// The view enters a window; it is laid out later.
  @_spi(Adapters) public mutating func enterWindow() { hasWindow = true }

  /// The view leaves its window.
  @_spi(Adapters) public mutating func leaveWindow() { hasWindow = false }

  /// The view is laid out: where a reload is pending, or for the first time, it reads its data.
  ///
  /// - Returns: Whether it read the counts.
  @_spi(Adapters) @discardableResult public mutating func layOut(rowCounts: [Int]) -> Bool {
    guard hasWindow, !isInBatch, isReloadPending || !hasLayout else { return false }
    hasLayout = true
    isReloadPending = false
    shownRowCounts = rowCounts
    return true
  }

  // MARK: - Changes

  /// The view is told to read everything again, which it does when it is laid out next.
  ///
  /// - Throws: R8 inside a batch.
  @_spi(Adapters) public mutating func reloadData() throws(BatchError) {
    if isInBatch { throw BatchError(.r8, "the view is reloaded inside a batch") }
    isReloadPending = true
  }

  /// A batch begins.
  ///
  /// - Parameter rowCounts: What the data source says at this moment, before the data is swapped.
  /// - Throws: R8 inside a batch, without a window or before the first layout; R0 if the data has changed since the
  ///   view read it, and it was not told to reload.
  @_spi(Adapters) public mutating func beginBatch(rowCounts: [Int]) throws(BatchError) {
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

  /// Holds a batch against the row counts before and after it, when the data has been swapped inside it.
  ///
  /// - Parameters:
  ///   - operations: The batch.
  ///   - rowCounts: What the data source says after the swap.
  /// - Throws: The first rule that is broken, R1 to R7 and S1 to S4. The batch is over then, and the view waits for a
  ///   reload; in UIKit the app would be gone.
  @_spi(Adapters) public mutating func check(_ operations: BatchOperations, rowCounts: [Int]) throws(BatchError) {
    do {
      try operations.validate(before: shownRowCounts, after: rowCounts)
    } catch {
      abandonBatch()
      throw error
    }
    shownRowCounts = rowCounts
  }

  /// The batch is over.
  @_spi(Adapters) public mutating func endBatch() { isInBatch = false }

  /// The batch came to nothing; the view has to be reloaded.
  @_spi(Adapters) public mutating func abandonBatch() {
    isInBatch = false
    isReloadPending = true
  }

  /// A whole batch, for views that are nothing but counts.
  ///
  /// - Parameters:
  ///   - operations: The batch.
  ///   - before: What the data source says when the batch begins.
  ///   - after: What it says when the data has been swapped.
  /// - Throws: The first rule that is broken.
  @_spi(Adapters) public mutating func performBatch(_ operations: BatchOperations, before: [Int], after: [Int])
    throws(BatchError)
  {
    try beginBatch(rowCounts: before)
    try check(operations, rowCounts: after)
    endBatch()
  }

  /// Somebody else changes what is shown, behind the data source's back.
  mutating func tamper(_ rowCounts: [Int]) { shownRowCounts = rowCounts }
}
