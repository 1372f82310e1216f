import LiveTables

/// What a view shows while the user reorders rows in it: a view moves a dropped row by itself, before the table does.
///
///     idle ── view moved ─→ reporting ── table follows ─→ followed ── finished ─→ idle
///                              │                             └─ finished, table differs ─→ stale
///                              └─ finished: refused or deferred ─→ ahead ── the same move comes ─→ idle
///
/// From `ahead` and `stale` a reload leads back to `idle`.
package struct ReorderMachine: Equatable {
  package enum State: Equatable {
    /// The view shows the table.
    case idle
    /// The view reports a row that it has moved, and the table does not have the move yet.
    case reporting(BatchMove<RowPath>)
    /// The view still reports, and the table has followed.
    case followed
    /// The view shows a row in its new place, which the table refused or has not made yet.
    case ahead(BatchMove<RowPath>)
    /// The view counts these rows, and the table is another one.
    case stale([Int])
  }

  /// What the binder does next.
  package enum Action: Equatable {
    case none
    /// Makes the move in the table.
    case edit
    /// Swaps the data without a word to the view; cells go along with the move.
    case follow(BatchMove<RowPath>)
    /// Swaps the data without a word to the view.
    case commit
    /// Reloads the view.
    case reload
    /// Reloads the view when it is idle.
    case reloadLater
  }

  package private(set) var state = State.idle

  package init() {}

  /// Whether the view shows the table.
  package var isIdle: Bool { state == .idle }

  /// Whether the view shows something else than the table, so that it has to be reloaded.
  package var needsReload: Bool {
    switch state {
    case .ahead, .stale: true
    case .idle, .reporting, .followed: false
    }
  }

  /// Whether the view is in the middle of reporting a move.
  package var isReporting: Bool {
    switch state {
    case .reporting, .followed: true
    case .idle, .ahead, .stale: false
    }
  }

  // MARK: - Events

  /// The view has moved a row.
  ///
  /// - Parameters:
  ///   - move: From where to where.
  ///   - rowCounts: How many rows the table has in each section.
  package mutating func viewMoved(_ move: BatchMove<RowPath>, rowCounts: [Int]) -> Action {
    if needsReload {  // it shows another table already, whose rows nothing follows
      state = .stale(self.rowCounts(of: rowCounts).moving(move))
      return .reloadLater
    }
    if move.from == move.to { return .none }
    state = .reporting(move)
    return .edit
  }

  /// The table is about to change, or to be reloaded.
  ///
  /// - Parameter operations: The batch; `nil` for a reload.
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

  /// The view has reported a move, and the table has followed or not.
  ///
  /// - Parameters:
  ///   - isExpected: Whether the table is what the view shows.
  ///   - rowCounts: How many rows the view shows in each section.
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

  /// The table has changed while the view could not be told: it goes on counting what it counted.
  ///
  /// - Parameter rowCounts: How many rows the table had in each section.
  package mutating func tableChangedUnseen(rowCounts: [Int]) { state = .stale(self.rowCounts(of: rowCounts)) }

  /// The view is reloaded, or shows something else.
  package mutating func reset() { state = .idle }

  // MARK: - What the view shows

  /// How many rows the view shows in each section.
  ///
  /// - Parameter rowCounts: How many rows the table has in each section.
  package func rowCounts(of rowCounts: [Int]) -> [Int] {
    switch state {
    case .idle, .followed: rowCounts
    case .reporting(let move), .ahead(let move): rowCounts.moving(move)
    case .stale(let counts): counts
    }
  }

  /// The path in the view of a row of the table.
  package func viewPath(of path: RowPath) -> RowPath { ownMove.flatMap { path.moved(by: $0) } ?? path }

  /// The path in the table of a row of the view.
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
  /// The row counts of sections after a row has moved.
  fileprivate func moving(_ move: BatchMove<RowPath>) -> [Int] {
    enumerated().map { section, count in
      count - (section == move.from.section ? 1 : 0) + (section == move.to.section ? 1 : 0)
    }
  }
}

extension BatchOperations {
  /// Whether the batch does nothing but move one row; of two neighbours it does not matter which one moves.
  fileprivate func isMove(_ move: BatchMove<RowPath>) -> Bool {
    guard count == 1, let own = movedRows.first else { return false }
    let areNeighbours = move.from.section == move.to.section && abs(move.from.row - move.to.row) == 1
    return own == move || (areNeighbours && own == BatchMove(from: move.to, to: move.from))
  }
}
