package import LiveTables

/// Synchronizes the selection of a view with a set of identities that the caller owns.
///
/// The set may contain identities of rows that are not in the table yet. These rows are selected when they are
/// inserted. Their identities stay in the set until then, unless the user selects other rows.
@MainActor package final class SelectionMirror<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// A closure that receives the new value of the caller's set.
  private var write: (@MainActor (Set<Row.Identity>) -> Void)?
  private weak let link: TableLink<Section, Row>?
  private var wanted: Set<Row.Identity> = []
  /// The identities in the set whose rows are selected.
  private var selected: Set<Row.Identity> = []
  private var awaited: Set<Row.Identity> { wanted.subtracting(selected) }
  /// Whether rows have been inserted whose identities may be in the set.
  private var isDue = false

  init(_ link: TableLink<Section, Row>) {
    self.link = link
    link.selection.onChange = { [weak self] in self?.changed(to: Set($0)) }
  }

  /// Starts or stops synchronizing the selection.
  ///
  /// - Parameter write: A closure that receives the new value of the caller's set when the user or the table changes
  ///   the selection. If the closure is `nil`, no row can be selected, and the set does not change.
  package func mirror(_ write: (@MainActor (Set<Row.Identity>) -> Void)?) {
    self.write = write
    if write == nil { show([]) }
    link?.selection.mode = write == nil ? .none : .many
  }

  /// Selects only the rows whose identities are in the caller's set, without scrolling.
  ///
  /// If several rows have the same identity, a row that is already selected stays selected. Otherwise, the first of
  /// these rows is selected.
  ///
  /// - Parameter wanted: The caller's set, which this method does not change.
  /// - Complexity: O(*n*) if the selection changes.
  package func show(_ wanted: Set<Row.Identity>) {
    self.wanted = wanted
    selectWanted()
  }

  private func selectWanted() {
    guard let link else { return }
    func ids(_ paths: [RowPath]) -> Set<Row.Identity> { Set(paths.compactMap { link.table[$0]?.identity }) }
    var paths = link.selection.paths.filter { path in link.table[path].map { wanted.contains($0.identity) } ?? false }
    selected = ids(paths)
    if !awaited.isEmpty { paths += link.table.paths(of: awaited).compactMap { $0 } }
    switch link.selection.mode.limit {
    case .none: paths = []
    case .one: paths = Array(paths.prefix(1))
    case .many: break
    }
    selected = ids(paths)
    if paths != link.selection.paths { link.selection.select(paths: paths) }
  }

  private func changed(to ids: Set<Row.Identity>) {
    if ids == selected { return }
    wanted = ids.isSubset(of: selected) ? ids.union(awaited) : ids
    selected = ids
    write?(wanted)
  }
}

extension SelectionMirror: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    if isDue || awaited.isEmpty { return }
    switch change.kind {
    case .unseen: break
    case .reload: isDue = true
    case .batch:
      let (awaited, table) = (awaited, change.target.table)
      isDue = change.arrivals.contains { path in table[path].map { awaited.contains($0.identity) } ?? false }
    }
  }

  package func changeCompleted() {
    if !isDue { return }
    isDue = false
    selectWanted()
  }

  package func end() {}
}

extension TableLink {
  /// The object that synchronizes the selection with the caller's set.
  ///
  /// After the first access to this property, the mirror uses ``TableSelection/onChange``.
  package var selectionMirror: SelectionMirror<Section, Row> { follower { SelectionMirror(self) } }
}
