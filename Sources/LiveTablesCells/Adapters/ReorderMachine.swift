import LiveTables

/// The state of a view while the user reorders rows, because the view moves a dropped row before the table does.
///
///     idle ── view moved ─→ reporting ── table follows ─→ followed ── finished ─→ idle
///                              │                             └─ finished, table differs ─→ stale
///                              └─ finished: refused or deferred ─→ ahead ── the same move comes ─→ idle
///
/// A reload leads from `ahead` and `stale` back to `idle`.
package struct ReorderMachine: Equatable {
  package enum State: Equatable {
    /// The view shows the rows of the table.
    case idle
    /// The view is reporting a move that the table has not applied yet.
    case reporting(BatchMove<RowPath>)
    /// The view is still reporting a move that the table has already applied.
    case followed
    /// The view shows a move that the table has refused or not applied yet.
    case ahead(BatchMove<RowPath>)
    /// The view shows these row counts, which differ from those of the table.
    case stale([Int])
  }

  package enum Action: Equatable {
    case none
    /// Apply the move to the table.
    case edit
    /// Replace the data without updating the view, and update the paths of the cells for the move.
    case follow(BatchMove<RowPath>)
    /// Replace the data without updating the view.
    case commit
    case reload
    case reloadLater
  }

  package private(set) var state = State.idle

  package init() {}

  /// Whether the view shows the rows of the table.
  package var isIdle: Bool { state == .idle }

  /// Whether the view must be reloaded because its rows differ from those of the table.
  package var needsReload: Bool {
    switch state {
    case .ahead, .stale: true
    case .idle, .reporting, .followed: false
    }
  }

  package var isReporting: Bool {
    switch state {
    case .reporting, .followed: true
    case .idle, .ahead, .stale: false
    }
  }

  // MARK: - Events

  /// Handles a move that the view has performed.
  ///
  /// - Parameters:
  ///   - move: The moved row.
  ///   - rowCounts: The number of rows in each section of the table.
  package mutating func viewMoved(_ move: BatchMove<RowPath>, rowCounts: [Int]) -> Action {
    if needsReload {  // the view already shows a different table
      state = .stale(self.rowCounts(of: rowCounts).moving(move))
      return .reloadLater
    }
    if move.from == move.to { return .none }
    state = .reporting(move)
    return .edit
  }

  /// Handles a pending change to the table.
  ///
  /// - Parameter operations: The batch operations, or `nil` for a reload.
  package mutating func tableChanges(_ operations: BatchOperations?) -> Action {
    switch state {
    case .idle: return .none
    case .reporting(let move):
      state = .followed
      return .follow(move)
    case .followed: return .commit
    case .ahead(let move) where operations?.isMove(move) == true:
      state = .idle
      return .follow(move)
    case .ahead, .stale:
      state = .idle
      return .reload
    }
  }

  /// Handles the end of the view's report, whether or not the table applied the move.
  ///
  /// - Parameters:
  ///   - isExpected: Whether the rows of the table match those of the view.
  ///   - rowCounts: The number of rows in each section that the view shows.
  package mutating func viewFinished(isExpected: Bool, rowCounts: [Int]) -> Action {
    switch state {
    case .reporting(let move):
      state = .ahead(move)
      return .reloadLater
    case .followed:
      state = isExpected ? .idle : .stale(rowCounts)
      return isExpected ? .none : .reloadLater
    case .idle, .ahead, .stale: return .none
    }
  }

  /// Handles a change to the table that could not be reported to the view, which keeps its row counts.
  ///
  /// - Parameter rowCounts: The number of rows in each section before the change.
  package mutating func tableChangedUnseen(rowCounts: [Int]) { state = .stale(self.rowCounts(of: rowCounts)) }

  package mutating func reset() { state = .idle }

  // MARK: - Rows in the view

  /// Returns the number of rows in each section of the view.
  ///
  /// - Parameter rowCounts: The number of rows in each section of the table.
  package func rowCounts(of rowCounts: [Int]) -> [Int] {
    switch state {
    case .idle, .followed: rowCounts
    case .reporting(let move), .ahead(let move): rowCounts.moving(move)
    case .stale(let counts): counts
    }
  }

  /// Returns the path in the view of the row with the given path in the table.
  package func viewPath(of path: RowPath) -> RowPath { ownMove.flatMap { path.moved(by: $0) } ?? path }

  /// Returns the path in the table of the row with the given path in the view.
  package func tablePath(of path: RowPath) -> RowPath {
    ownMove.flatMap { path.moved(by: BatchMove(from: $0.to, to: $0.from)) } ?? path
  }

  private var ownMove: BatchMove<RowPath>? {
    switch state {
    case .reporting(let move), .ahead(let move): move
    case .idle, .followed, .stale: nil
    }
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
  /// Returns the row count of each section after a row has moved.
  fileprivate func moving(_ move: BatchMove<RowPath>) -> [Int] {
    enumerated().map { section, count in
      count - (section == move.from.section ? 1 : 0) + (section == move.to.section ? 1 : 0)
    }
  }
}

extension BatchOperations {
  /// Returns whether the batch is equivalent to a single move, even if it moves the neighbor of the moved row.
  fileprivate func isMove(_ move: BatchMove<RowPath>) -> Bool {
    guard count == 1, let own = movedRows.first else { return false }
    let areNeighbours = move.from.section == move.to.section && abs(move.from.row - move.to.row) == 1
    return own == move || (areNeighbours && own == BatchMove(from: move.to, to: move.from))
  }
}
