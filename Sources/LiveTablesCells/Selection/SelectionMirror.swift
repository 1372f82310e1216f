public import LiveTables

/// Keeps the selection of a view and a set of identities that its caller owns the same.
///
/// The caller may ask for rows that are not there yet: they are selected when they come, and stay in the caller's set until
/// then, unless the user selects other rows.
@_spi(Adapters) @MainActor public final class SelectionMirror<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// Told what the caller's set is to be.
  private var write: (@MainActor (Set<Row.Identity>) -> Void)?
  private weak let link: TableLink<Section, Row>?
  /// The caller's set.
  private var wanted: Set<Row.Identity> = []
  /// Those of them that are selected.
  private var selected: Set<Row.Identity> = []
  private var awaited: Set<Row.Identity> { wanted.subtracting(selected) }
  /// Whether rows have come of which some may be awaited.
  private var isDue = false

  init(_ link: TableLink<Section, Row>) {
    self.link = link
    link.selection.onChange = { [weak self] in self?.changed(to: Set($0)) }
  }

  /// Lets any number of rows be selected, and tells which they are; or lets none be selected any more.
  ///
  /// - Parameter write: Told what the caller's set is to be, whenever the user or a table changes what is selected; without
  ///   it nothing is selected, and the set stays what it is.
  @_spi(Adapters) public func mirror(_ write: (@MainActor (Set<Row.Identity>) -> Void)?) {
    self.write = write
    if write == nil { show([]) }
    link?.selection.mode = write == nil ? .none : .many
  }

  /// Selects the rows of the caller's set, and no others, and does not scroll.
  ///
  /// Of several rows with one identity, one that is selected stays so; else the first one is selected.
  ///
  /// - Parameter wanted: The caller's set, which is not written meanwhile.
  /// - Complexity: O(*n*), one scan, where it is not what is selected already.
  @_spi(Adapters) public func show(_ wanted: Set<Row.Identity>) {
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

  package func rest() {
    if !isDue { return }
    isDue = false
    selectWanted()
  }

  package func end() {}
}

extension TableLink {
  /// What keeps the selection and a set that the caller owns the same; from the first use on it has
  /// ``TableSelection/onChange``.
  @_spi(Adapters) public var selectionMirror: SelectionMirror<Section, Row> { follower { SelectionMirror(self) } }
}
