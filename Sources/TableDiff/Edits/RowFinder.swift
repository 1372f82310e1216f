/// Finds rows by identity: by a scan at first, by an index once scans have cost more than an index does.
///
/// It also keeps what the edits of an editor did, as long as they do no more than put rows in the place of others with the
/// same identity: then no index has to follow them, and no diff has to look for them.
@usableFromInline package struct RowFinder<Section: Diffable, Row: Diffable> {
  @usableFromInline package var index: RowIndex<Section, Row>?
  @usableFromInline package var scanned = 0
  /// What has changed since ``begin(with:)``; `nil` where that is not known.
  @usableFromInline package var updates: RowUpdates?

  /// Creates a finder without an index.
  @inlinable package init() {}

  /// Creates a finder that knows how many rows of a table scans have passed.
  @inlinable package init(for table: TableSnapshot<Section, Row>) { scanned = table.memory?.scanned ?? 0 }

  /// Creates a finder with the index of a table, so that the first searches are no slower than later ones.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(indexing table: TableSnapshot<Section, Row>) { index = RowIndex(table) }

  /// The path of the first row with an identity, or `nil`.
  ///
  /// - Parameters:
  ///   - id: Who the row is.
  ///   - table: Any table; one that was edited since the last call costs what was edited.
  /// - Complexity: O(*n*) at first, later O(log² *n*) on average.
  @inlinable package mutating func path(of id: Row.Identity, in table: TableSnapshot<Section, Row>) -> RowPath? {
    if let path = table.rememberedPath(of: id) { return path }
    if index != nil {
      if updates == nil { index?.follow(to: table) }
      return index?.path(of: id)
    }
    if table.count > 64, scanned > RowMemory.patience * table.count {
      updates = nil
      var index = RowIndex(table)
      let path = index.path(of: id)
      self.index = index
      return path
    }
    let path = table.path(of: id)
    scanned += path.flatMap { table.offset(of: $0) } ?? table.count
    return path
  }

  /// The path of the first row with each of some identities, or `nil`.
  ///
  /// - Complexity: O(*n*) for all of them without an index.
  @inlinable package mutating func paths(of ids: [Row.Identity], in table: TableSnapshot<Section, Row>) -> [RowPath?] {
    if index != nil || ids.count < 4 || table.remembersRows { return ids.map { path(of: $0, in: table) } }
    scanned += table.count
    return table.paths(of: ids)
  }

  /// Lets a table remember where its rows are, if that costs less than to look for more of them.
  @inlinable package func note(in table: inout TableSnapshot<Section, Row>) {
    if index == nil { table.remember(scanned: scanned) }
  }

  // MARK: - What edits do

  /// Begins with a table that is changed only by edits that this finder takes part in.
  @inlinable package mutating func begin(with table: TableSnapshot<Section, Row>) {
    index?.follow(to: table)
    updates = RowUpdates()
  }

  /// Notes that a row was put in the place of another one.
  @inlinable package mutating func noteReplaced(_ old: Row, by new: Row, at path: RowPath) {
    if updates == nil { return }
    if old.identity != new.identity {
      updates = nil
    } else if !old.hasSameContent(as: new) {
      updates?.paths.append(path)
    }
  }

  /// Notes that rows or sections came, went or moved, or that edits were taken back: what has changed is to be found out.
  @inlinable package mutating func noteStructure() { updates = nil }

  /// The changeset of all that was done, if that was no more than to replace rows.
  ///
  /// - Parameters:
  ///   - old: The table with which it began.
  ///   - new: The table now.
  /// - Returns: What `new.difference(from: old)` is, or `nil` where that has to be found out.
  /// - Complexity: O(*k* log *k*) for *k* rows.
  @inlinable package mutating func changeset(
    from old: TableSnapshot<Section, Row>, to new: TableSnapshot<Section, Row>
  ) -> Changeset<Section, Row>? {
    guard let noted = updates, !Section.isNeverDiffed else { return nil }
    updates = nil
    index?.source = new
    var plan = StagePlan()
    let changed = noted.changed { path in
      guard let one = old[path], let two = new[path] else { return true }
      return !one.hasSameContent(as: two)
    }
    plan.updatedRows = changed.map { BatchMove(from: $0, to: $0) }
    return Changeset(source: old, target: new, plan: plan)
  }

  /// Goes on by a changeset, which saves the index a difference.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { index?.follow(changeset) }
}

/// Rows whose content edits have changed, and nothing else.
@usableFromInline package struct RowUpdates: Sendable {
  /// One entry for each change.
  @usableFromInline package var paths: [RowPath] = []

  @inlinable package init() {}

  /// The paths, each once, in order.
  ///
  /// - Parameter isChanged: Asked for rows that changed more than once: whether they are not what they were.
  @usableFromInline package func changed(_ isChanged: (RowPath) -> Bool) -> [RowPath] {
    var sorted = paths
    if paths.count > 1 { sorted.sort { $0.number } }
    var changed: [RowPath] = []
    changed.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      let path = sorted[start]
      var end = start + 1
      while end < sorted.count, sorted[end] == path { end += 1 }
      if end == start + 1 || isChanged(path) { changed.append(path) }
      start = end
    }
    return changed
  }
}

extension RowFinder: Sendable where Section: Sendable, Row: Sendable {}
