import LiveTables

/// Which rows are selected, and what becomes of that.
///
/// Pure. Rows are known by their places in what is shown, and follow it from change to change, so that rows of one
/// identity are told apart. A row that goes in one stage of a change may come back in another, when it enters or leaves a
/// section that comes or goes; so it is only missing until all of the change is on screen.
///
///     not selected ⇄ selected → missing → selected, where the row arrives again in the same change
///                                       → not selected, for good: told once
struct SelectionMachine<Row: Diffable> {
  /// A row that is not on screen at this moment: a selected one, or another of its identity, from which it is told apart.
  struct Missing {
    let row: Row
    let path: RowPath
    let isSelected: Bool
  }

  /// What came of something that was done.
  struct Change: Equatable {
    /// Paths that are selected now and were not before, in order.
    var selected: [RowPath] = []
    /// Paths that were selected before and are not now, in order.
    var deselected: [RowPath] = []
    /// A row that the user tapped, and that stays what it was: it was selected already, or none can be.
    var again: RowPath?

    var isEmpty: Bool { selected.isEmpty && deselected.isEmpty }
  }

  private(set) var mode: SelectionMode
  private(set) var paths: Set<RowPath> = []
  /// Where the user began a range.
  private(set) var anchor: RowPath?
  private(set) var missing: [Missing] = []

  init(mode: SelectionMode) { self.mode = mode }

  // MARK: - The user

  /// The user does something to a row.
  ///
  /// - Parameters:
  ///   - range: All paths from one to the other, in order.
  ///   - may: Whether a row may be selected; asked of those that would be.
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

  // MARK: - The program

  /// Selects these rows and no others, or as many as the mode allows.
  mutating func set(_ new: [RowPath]) -> Change {
    missing = []
    return switch mode.limit {
    case .none: set([], anchor: nil)
    case .one: set(Set(new.prefix(1)), anchor: new.first)
    case .many: set(Set(new), anchor: new.last)
    }
  }

  /// Another mode: what it does not allow is deselected, but for the first row.
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

  // MARK: - What is shown

  /// What is shown has changed.
  ///
  /// - Parameters:
  ///   - targets: Where rows are now, for paths as they were.
  ///   - departures: Where rows were that went; asked if a selected one did.
  ///   - row: The row at a path as it was.
  ///   - arrivals: The rows that came into being, and where they are now.
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
    // The k-th of its identity to go is the k-th of its identity to arrive.
    let lost = TableSnapshot(rows: missing.map(\.row))
    let places = lost.places(of: lost.paths, in: TableSnapshot(rows: arrivals.map(\.row)))
    for case (let one, let place?) in zip(missing, places) where one.isSelected {
      paths.insert(arrivals[place.row].path)
    }
    missing = zip(missing, places).filter { $1 == nil }.map(\.0)
  }

  /// All of a change is on screen: what is missing now is gone.
  mutating func rest() -> [Missing] {
    defer { missing = [] }
    return missing.filter(\.isSelected)
  }
}
