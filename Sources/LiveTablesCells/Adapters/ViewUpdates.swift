import LiveTables

/// The state of a view: which rows it shows compared with the table, and how it can currently be updated.
///
///     current ── the table changes during a call ──→ outdated ── reload ──→ current
///        └─ the view moves a row ──→ reporting ── refused or deferred ──→ ahead ── the same move ──→ current
///                                       └─ the table follows ──→ followed ──→ current or outdated
///
/// A reload makes every state `current`, except during a call.
///
/// A view cannot be updated while it calls its data source or delegate, because it may be in the middle of its layout.
/// In that case, the data is replaced immediately, and the view is repaired in a later turn of the main actor. When the
/// user drops a row, the view moves the row before the table does.
package struct ViewUpdates<RowID: Hashable & Sendable>: Equatable {
  package enum Rows: Equatable {
    /// The view shows the rows of the table.
    case current
    /// The view is reporting a move that it already shows, but that the table has not made yet.
    case reporting(BatchMove<RowPath>)
    /// The view is still reporting a move that the table has made. If the table was also reloaded, the view must be
    /// reloaded.
    case followed(needsReload: Bool)
    /// The view shows a move that the table rejected or has not made yet.
    case ahead(BatchMove<RowPath>)
    /// The view shows earlier rows, with these numbers of rows in its sections.
    case outdated(rowCounts: [Int])
  }

  /// How to show a change to the table.
  package enum Decision: Equatable {
    /// Perform the batch.
    case perform
    /// Replace the data, and reload the view.
    case reload
    /// Replace the data, and move cells in the way that the view has moved a row.
    case follow(BatchMove<RowPath>)
    /// Replace the data, which the view already shows.
    case commit
    /// Replace the data without an update. The view either does not belong to the binder, or keeps its earlier rows
    /// until it is reloaded later.
    case replaceData(isShown: Bool)
  }

  /// The turn of the main actor in which the view is repaired.
  private enum Turn: Equatable {
    case none, scheduled
    /// The turn is scheduled when the last call from the view ends.
    case afterCalls
  }

  package private(set) var rows = Rows.current
  /// The number of calls from the view that are in progress, which can be nested and which a reset does not end.
  package private(set) var calls = 0
  /// Whether the view has read the rows of this binder and can therefore perform batches.
  package private(set) var isLaidOut = false
  /// Whether the view has created cells in a window, and therefore has its final position and size.
  package private(set) var hasAppeared = false
  /// The rows whose cells must be configured again or replaced when the view can be updated.
  private var staleRows: [RowID] = []
  /// The row to scroll to when the view can be updated.
  package private(set) var scrollRequest: ScrollRequest<RowID>?
  /// The next turn, which is never `none` if `rows` is `ahead` or `outdated`.
  private var turn = Turn.none

  package init() {}

  package var isCurrent: Bool { rows == .current }

  /// Whether the view is waiting for the result of a call.
  package var isInCall: Bool { calls > 0 }

  package var canUpdate: Bool { isCurrent && !isInCall }

  /// Whether the view must be reloaded because it does not show the table.
  package var needsReload: Bool {
    switch rows {
    case .ahead, .outdated: true
    case .current, .reporting, .followed: false
    }
  }

  // MARK: - Calls from the view

  package mutating func beginCall() { calls += 1 }

  /// Handles the end of a call from the view.
  ///
  /// - Returns: Whether to start a turn, because repairs were scheduled during the call.
  package mutating func endCall() -> Bool {
    calls -= 1
    if calls > 0 || turn != .afterCalls { return false }
    turn = .scheduled
    return true
  }

  // MARK: - Changes of the table

  /// Decides how to show a pending change to the table.
  ///
  /// - Parameters:
  ///   - operations: The batch, or `nil` for a reload.
  ///   - isInPlace: Whether the view uses the binder's data.
  ///   - rowCounts: The number of rows in each section of the table before the change.
  package mutating func change(
    _ operations: BatchOperations?, isInPlace: Bool, rowCounts: @autoclosure () -> [Int]
  ) -> Decision {
    if !isInPlace { return .replaceData(isShown: false) }
    switch rows {
    case .reporting(let move):
      rows = .followed(needsReload: operations == nil)
      return .follow(move)
    case .followed(let needsReload):
      rows = .followed(needsReload: needsReload || operations == nil)
      return .commit
    case .current, .ahead, .outdated: break
    }
    if calls > 0 {
      rows = .outdated(rowCounts: self.rowCounts(of: rowCounts()))
      return .replaceData(isShown: true)
    }
    if isCurrent { return operations == nil ? .reload : .perform }
    guard case .ahead(let move) = rows, operations?.isMove(move) == true else { return .reload }
    rows = .current
    return .follow(move)
  }

  /// Handles a reload of the view, which reads the new data in its next layout.
  package mutating func reloaded() {
    rows = .current
    isLaidOut = false
    staleRows = []
  }

  /// Handles taking over or releasing the view.
  package mutating func reset() {
    let calls = calls
    self = ViewUpdates()
    self.calls = calls
  }

  // MARK: - Moves by the view

  /// Handles a move that the view has already made.
  ///
  /// - Parameters:
  ///   - move: The old and new paths of the row.
  ///   - rowCounts: The number of rows in each section of the table.
  /// - Returns: Whether to make the move in the table, and to call ``moveReported(isExpected:rowCounts:)`` afterwards.
  package mutating func viewMoved(_ move: BatchMove<RowPath>, rowCounts: [Int]) -> Bool {
    if needsReload {  // the view already shows a different table
      rows = .outdated(rowCounts: self.rowCounts(of: rowCounts).moving(move))
      return false
    }
    if move.from == move.to { return false }
    rows = .reporting(move)
    return true
  }

  /// Handles the end of the report of a move, whether or not the table made the move.
  ///
  /// - Parameters:
  ///   - isExpected: Whether the table matches the view.
  ///   - rowCounts: The number of rows in each section of the view.
  package mutating func moveReported(isExpected: Bool, rowCounts: [Int]) {
    switch rows {
    case .reporting(let move): rows = .ahead(move)
    case .followed(let needsReload):
      rows = isExpected && !needsReload ? .current : .outdated(rowCounts: rowCounts)
    case .current, .ahead, .outdated: break
    }
  }

  // MARK: - Repairs

  /// Schedules repairs.
  ///
  /// - Returns: Whether to start a turn, because no turn is scheduled and no call from the view is in progress.
  package mutating func schedule() -> Bool {
    if turn != .none { return false }
    turn = calls > 0 ? .afterCalls : .scheduled
    return calls == 0
  }

  /// Handles a scheduled turn.
  ///
  /// - Returns: Whether to repair the view. If a call from the view is in progress, which runs a nested run loop, its
  ///   end schedules another turn.
  package mutating func beginTurn() -> Bool {
    if turn != .scheduled { return false }
    turn = calls > 0 ? .afterCalls : .none
    return calls == 0
  }

  /// Adds rows whose cells must be configured again or replaced.
  package mutating func addStaleRows(_ ids: [RowID]) { staleRows += ids }

  /// Returns the rows whose cells must be configured again or replaced, and removes them from this value.
  package mutating func takeStaleRows() -> [RowID] {
    defer { staleRows = [] }
    return staleRows
  }

  // MARK: - Layout and scrolling

  /// Handles a layout of the view, in which it has read the rows.
  package mutating func laidOut() { isLaidOut = true }

  /// Handles a request for a cell by a view in a window.
  ///
  /// - Parameter isUserScrolling: Whether the user is scrolling, which supersedes a request to scroll that was made
  ///   before the view appeared.
  /// - Returns: Whether there is a request to scroll, which must be scheduled.
  package mutating func cellRequested(isUserScrolling: Bool) -> Bool {
    isLaidOut = true
    hasAppeared = true
    if isUserScrolling, scrollRequest?.isBeforeAppearing == true { scrollRequest = nil }
    return scrollRequest != nil
  }

  /// Stores a request to scroll, which replaces an earlier request.
  package mutating func requestScrolling(_ request: ScrollRequest<RowID>) { scrollRequest = request }

  /// Handles scrolling by the user or by code, which supersedes an earlier request.
  package mutating func scrolled() { scrollRequest = nil }

  // MARK: - Rows in the view

  /// Returns the number of rows in each section of the view.
  ///
  /// - Parameter rowCounts: The number of rows in each section of the table.
  package func rowCounts(of rowCounts: [Int]) -> [Int] {
    switch rows {
    case .current, .followed: rowCounts
    case .reporting(let move), .ahead(let move): rowCounts.moving(move)
    case .outdated(let counts): counts
    }
  }

  /// Returns the path in the view of the row at a path in the table.
  package func viewPath(of path: RowPath) -> RowPath { ownMove.flatMap { path.moved(by: $0) } ?? path }

  /// Returns the path in the table of the row at a path in the view.
  package func tablePath(of path: RowPath) -> RowPath {
    ownMove.flatMap { path.moved(by: BatchMove(from: $0.to, to: $0.from)) } ?? path
  }

  private var ownMove: BatchMove<RowPath>? {
    switch rows {
    case .reporting(let move), .ahead(let move): move
    case .current, .followed, .outdated: nil
    }
  }
}

/// A request to scroll to a row as soon as the view can be updated.
package struct ScrollRequest<RowID: Hashable & Sendable>: Equatable {
  package let id: RowID
  package let position: ScrollAlignment
  /// Whether the request was made before the view appeared, in which case the user's scrolling takes precedence.
  package let isBeforeAppearing: Bool

  package init(id: RowID, position: ScrollAlignment = .nearest, isBeforeAppearing: Bool = false) {
    self.id = id
    self.position = position
    self.isBeforeAppearing = isBeforeAppearing
  }
}

extension RowPath {
  fileprivate func moved(by move: BatchMove<RowPath>) -> RowPath? {
    var operations = BatchOperations()
    operations.movedRows = [move]
    return PathMap(operations).target(of: self)
  }
}

extension [Int] {
  /// Returns the row counts of sections after a row has moved.
  fileprivate func moving(_ move: BatchMove<RowPath>) -> [Int] {
    enumerated().map { section, count in
      count - (section == move.from.section ? 1 : 0) + (section == move.to.section ? 1 : 0)
    }
  }
}

extension BatchOperations {
  /// Returns whether the batch is equivalent to the given move, even if it moves the other of two exchanged neighbors.
  fileprivate func isMove(_ move: BatchMove<RowPath>) -> Bool {
    guard count == 1, let own = movedRows.first else { return false }
    let areNeighbours = move.from.section == move.to.section && abs(move.from.row - move.to.row) == 1
    return own == move || (areNeighbours && own == BatchMove(from: move.to, to: move.from))
  }
}
