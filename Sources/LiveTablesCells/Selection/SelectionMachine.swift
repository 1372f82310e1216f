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
    var again: RowPath?

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
  ///   - may: A closure that returns whether a row may be selected, and is called only for rows that would be selected.
  mutating func user(
    _ gesture: SelectionGesture, at path: RowPath, range: (RowPath, RowPath) -> [RowPath], may: (RowPath) -> Bool
  ) -> Change {
    switch mode.limit {
    case .none: return (gesture == .tap || gesture == .only) && may(path) ? Change(again: path) : Change()
    case .one:
      if paths.contains(path) {
        if gesture == .toggle || (gesture == .tap && mode == .oneToggling) { return set([]) }
        return Change(again: path)
      }
    case .many:
      if gesture == .extend, let anchor { return set(Set(range(anchor, path).filter(may)), anchor: anchor) }
      if gesture == .tap || gesture == .toggle {
        if paths.contains(path) { return set(paths.subtracting([path]), anchor: path) }
        return may(path) ? set(paths.union([path]), anchor: path) : Change()
      }
      if paths == [path] { return Change(again: path) }
    }
    return may(path) ? set([path], anchor: path) : Change()
  }

  // MARK: - Selection by code

  /// Selects only the given rows, or as many of them as the mode allows.
  mutating func set(_ new: [RowPath]) -> Change {
    missing = []
    return switch mode.limit {
    case .none: set([], anchor: nil)
    case .one: set(Set(new.prefix(1)), anchor: new.first)
    case .many: set(Set(new), anchor: new.last)
    }
  }

  /// Sets the selection mode, and deselects all rows but the first if the mode allows fewer rows.
  mutating func set(_ mode: SelectionMode) -> Change {
    self.mode = mode
    switch mode.limit {
    case .none: return set([])
    case .one: return set(Set(paths.ascending().prefix(1)), anchor: anchor)
    case .many: return Change()
    }
  }

  private mutating func set(_ new: Set<RowPath>, anchor: RowPath?) -> Change {
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
    let old = paths.ascending()
    let found = targets(old + (anchor.map { [$0] } ?? []))
    if anchor != nil { anchor = found[old.count] }
    paths = Set(zip(old, found).compactMap { $1 })
    let gone = Set(zip(old, found).filter { $1 == nil }.map(\.0))
    if !gone.isEmpty {
      let ids = Set(gone.compactMap { row($0)?.identity })
      for path in gone.union(departures()).ascending() {
        guard let row = row(path), ids.contains(row.identity) else { continue }
        missing.append(Missing(row: row, path: path, isSelected: gone.contains(path)))
      }
    }
    if missing.isEmpty || (mode.limit == .one && !paths.isEmpty) { return }
    let arrivals = arrivals()
    // The k-th deleted row with an identity corresponds to the k-th inserted row with that identity.
    let lost = TableSnapshot(rows: missing.map(\.row))
    let places = lost.places(of: lost.paths, in: TableSnapshot(rows: arrivals.map(\.row)))
    for case (let one, let place?) in zip(missing, places) where one.isSelected {
      paths.insert(arrivals[place.row].path)
    }
    missing = zip(missing, places).filter { $1 == nil }.map(\.0)
  }

  /// Completes a change, and returns the selected rows that are still missing and have therefore been deleted.
  mutating func removeMissing() -> [Missing] {
    defer { missing = [] }
    return missing.filter(\.isSelected)
  }
}
