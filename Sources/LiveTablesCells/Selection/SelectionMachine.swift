import LiveTables

/// A state machine that tracks the selected rows.
///
/// The machine tracks rows by their paths through each change, so it can distinguish rows that have the same identity.
/// If a row moves into or out of an inserted or deleted section, one batch of the change deletes the row and another
/// batch inserts it. Until all batches are on screen, the row is missing.
///
///     not selected ⇄ selected → missing → selected, if the row is inserted again in the same change
///                                       → not selected, permanently and reported once
struct SelectionMachine<Row: Diffable> {
  /// A row that is temporarily not in the table: either a selected row, or another row with the same identity.
  struct Missing {
    let row: Row
    let path: RowPath
    let isSelected: Bool
  }

  struct Change: Equatable {
    var selected: [RowPath] = []
    var deselected: [RowPath] = []
    /// A row that the user tapped without changing the selection, because the row was already selected or no row can be
    /// selected.
    var tappedAgain: RowPath?

    var isEmpty: Bool { selected.isEmpty && deselected.isEmpty }
  }

  private(set) var mode: SelectionMode
  private(set) var paths: Set<RowPath> = []
  /// The row where the user began a range.
  private(set) var anchor: RowPath?
  private(set) var missing: [Missing] = []

  init(mode: SelectionMode) { self.mode = mode }

  // MARK: - The user

  /// Handles the user's selection gesture on a row.
  ///
  /// - Parameters:
  ///   - range: A closure that returns all paths from one path to another, in order.
  ///   - canSelect: A closure that returns whether a row may be selected or, if the mode is `none`, tapped.
  mutating func handle(
    _ gesture: SelectionGesture, at path: RowPath, range: (RowPath, RowPath) -> [RowPath], canSelect: (RowPath) -> Bool
  ) -> Change {
    let isSelected = paths.contains(path)
    switch (mode.limit, gesture) {
    case (.none, .tap), (.none, .only): return canSelect(path) ? Change(tappedAgain: path) : Change()
    case (.none, .toggle), (.none, .extend): return Change()
    case (.one, .toggle) where isSelected: return select([])
    case (.one, .tap) where isSelected && mode == .oneToggling: return select([])
    case (.one, _) where isSelected: return Change(tappedAgain: path)
    case (.many, .tap) where isSelected, (.many, .toggle) where isSelected:
      return replaceSelection(with: paths.subtracting([path]), anchor: path)
    case (.many, .tap), (.many, .toggle):
      return canSelect(path) ? replaceSelection(with: paths.union([path]), anchor: path) : Change()
    case (.many, .extend) where anchor != nil:
      let range = anchor.map { range($0, path) } ?? []
      return replaceSelection(with: Set(range.filter(canSelect)), anchor: anchor)
    case (.many, _) where paths == [path]: return Change(tappedAgain: path)
    case (.one, _), (.many, _): return canSelect(path) ? replaceSelection(with: [path], anchor: path) : Change()
    }
  }

  // MARK: - Selection by code

  /// Selects only the given rows, or as many of them as the mode allows.
  mutating func select(_ new: [RowPath]) -> Change {
    missing = []
    return switch mode.limit {
    case .none: replaceSelection(with: [], anchor: nil)
    case .one: replaceSelection(with: Set(new.prefix(1)), anchor: new.first)
    case .many: replaceSelection(with: Set(new), anchor: new.last)
    }
  }

  /// Sets the selection mode, and deselects all rows but the first if the mode allows fewer rows.
  mutating func setMode(_ mode: SelectionMode) -> Change {
    self.mode = mode
    switch mode.limit {
    case .none: return select([])
    case .one: return replaceSelection(with: Set(paths.ascending().prefix(1)), anchor: anchor)
    case .many: return Change()
    }
  }

  private mutating func replaceSelection(with new: Set<RowPath>, anchor: RowPath?) -> Change {
    let change = Change(selected: new.subtracting(paths).ascending(), deselected: paths.subtracting(new).ascending())
    paths = new
    self.anchor = anchor
    return change
  }

  // MARK: - Changes of the table

  /// Updates the selection after a change to the table.
  ///
  /// - Parameters:
  ///   - targets: A closure that returns the new paths of rows.
  ///   - departures: A closure that is called if a selected row has been deleted, and returns the old paths of deleted
  ///     rows.
  ///   - row: A closure that returns the row at an old path.
  ///   - arrivals: A closure that returns the inserted rows and their new paths.
  mutating func follow(
    _ targets: ([RowPath]) -> [RowPath?], departures: () -> [RowPath], row: (RowPath) -> Row?,
    arrivals: () -> [(path: RowPath, row: Row)]
  ) {
    if paths.isEmpty && missing.isEmpty { return }
    let selected = paths.ascending()
    let newPaths = targets(selected)
    if let anchor { self.anchor = targets([anchor])[0] }
    paths = Set(newPaths.compactMap { $0 })
    let deleted = Set(zip(selected, newPaths).filter { $1 == nil }.map(\.0))
    if !deleted.isEmpty {
      let ids = Set(deleted.compactMap { row($0)?.identity })
      for path in deleted.union(departures()).ascending() {
        guard let row = row(path), ids.contains(row.identity) else { continue }
        missing.append(Missing(row: row, path: path, isSelected: deleted.contains(path)))
      }
    }
    if missing.isEmpty || (mode.limit == .one && !paths.isEmpty) { return }
    let arrivals = arrivals()
    // The k-th deleted row with an identity corresponds to the k-th inserted row with that identity.
    let missingRows = TableSnapshot(rows: missing.map(\.row))
    let inserted = missingRows.places(of: missingRows.paths, in: TableSnapshot(rows: arrivals.map(\.row)))
    for case (let row, let place?) in zip(missing, inserted) where row.isSelected {
      paths.insert(arrivals[place.row].path)
    }
    missing = zip(missing, inserted).filter { $1 == nil }.map(\.0)
  }

  /// Completes a change, and returns the selected rows that are still missing and have therefore been deleted.
  mutating func removeMissing() -> [Missing] {
    defer { missing = [] }
    return missing.filter(\.isSelected)
  }
}
