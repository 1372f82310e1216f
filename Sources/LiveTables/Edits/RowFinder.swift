/// Finds rows by identity: by a scan at first, by an index once scans have cost more than an index does.
///
/// An editor tells it of each edit, and the index follows at once. It also keeps what the edits did, as long as they do no
/// more than put rows in the place of others with the same identity: then no diff has to look for them.
@usableFromInline package struct RowFinder<Section: Diffable, Row: Diffable> {
  @usableFromInline package var index: RowIndex<Section, Row>?
  @usableFromInline package var scanned = 0
  /// What has changed since ``begin(with:)``; `nil` where that is not known.
  @usableFromInline package var updates: RowUpdates?
  /// Whether since ``begin(with:)`` a row was put in the place of one that compares equal, or may have been.
  @usableFromInline var hasReplaced = false
  /// Whether rows came, by themselves or with sections; with ``hasRemoved``, they may be others that compare equal.
  @usableFromInline var hasInserted = false
  /// Whether rows went.
  @usableFromInline var hasRemoved = false
  /// Whether every edit is told.
  @usableFromInline package var isTold = false
  /// Whether an index, if there is one, knows the table with every edit, although its source may be an earlier one.
  @usableFromInline package var isCurrent = false

  /// Finds sections by name, once scans have cost more; only while every edit is told.
  @usableFromInline var sections: RowIndex<OneSection, Section>?
  @usableFromInline var scannedSections = 0

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
  ///   - table: Between ``begin(with:)`` and ``end(with:)`` the table with all edits, else any table; one that was edited
  ///     since the last call costs what was edited.
  /// - Complexity: O(*n*) at first, later O(log² *n*) on average.
  @inlinable package mutating func path(of id: Row.Identity, in table: TableSnapshot<Section, Row>) -> RowPath? {
    if let path = table.rememberedPath(of: id) { return path }
    if !hasIndex(of: table) {
      let path = table.path(of: id)
      scanned += path.flatMap { table.offset(of: $0) } ?? table.count
      return path
    }
    return index?.path(of: id, in: table)
  }

  /// Whether exactly one row has an identity.
  ///
  /// - Complexity: That of ``path(of:in:)``.
  @inlinable package mutating func hasOne(_ id: Row.Identity, in table: TableSnapshot<Section, Row>) -> Bool {
    if !hasIndex(of: table) {
      scanned += table.count
      var count = 0
      table.forEachIdentity { _, identity in if identity == id { count += 1 } }
      return count == 1
    }
    if case .some(.some) = index?.onlyPath(of: id) { return true }
    return false
  }

  /// Whether there is an index, which knows the table then: not before scans have cost more than one.
  @inlinable package mutating func hasIndex(of table: TableSnapshot<Section, Row>) -> Bool {
    if index == nil {
      if table.count <= 64 || scanned <= RowMemory.patience * table.count { return false }
      // Rows that are objects may get another identity unseen, and where hashes collide an index is of no use.
      if Row.self is AnyObject.Type || table.cannotRememberRows { return false }
      index = RowIndex(table)
    }
    if !isCurrent { index?.follow(to: table) }
    isCurrent = isTold
    return true
  }

  /// The path of the first row with each of some identities, or `nil`.
  ///
  /// - Complexity: O(*n*) for all of them without an index, or with one of no use.
  @inlinable package mutating func paths(of ids: [Row.Identity], in table: TableSnapshot<Section, Row>) -> [RowPath?] {
    if index?.slots.isExhausted == false || ids.count < 4 || table.remembersRows {
      return ids.map { path(of: $0, in: table) }
    }
    scanned += table.count
    return table.paths(of: ids)
  }

  /// Lets a table remember where its rows are, if that costs less than to look for more of them.
  @inlinable package func note(in table: inout TableSnapshot<Section, Row>) {
    if index == nil { table.remember(scanned: scanned) }
  }

  // MARK: - What edits do

  /// Whether since ``begin(with:)`` rows may have come in the place of others that compare equal.
  package var hasOtherRows: Bool { hasReplaced || hasInserted && hasRemoved || updates?.hasRepeats == true }

  /// Begins with a table that is changed, up to ``end(with:)``, only by edits that this finder takes part in.
  @inlinable package mutating func begin(with table: TableSnapshot<Section, Row>) {
    index?.follow(to: table)
    forgetSections()
    updates = RowUpdates()
    (hasReplaced, hasInserted, hasRemoved) = (false, false, false)
    isTold = true
    isCurrent = true
  }

  /// Ends what ``begin(with:)`` began.
  ///
  /// - Parameter table: The table with all edits.
  @inlinable package mutating func end(with table: TableSnapshot<Section, Row>) {
    updates = nil  // what they say has been asked for
    noteStructure(in: table)
    isTold = false
  }

  /// Notes that a row was put in the place of another one.
  @inlinable package mutating func noteReplaced(_ old: Row, by new: Row, at path: RowPath) {
    if old.identity != new.identity {
      noteRemoved([path])
      noteInserted([new], at: path)
    } else if hasReplaced, updates == nil {
      return
    } else if updates == nil || old.hasSameContent(as: new) {
      // Without the paths, nobody knows whether a row that was changed is put back.
      hasReplaced = true
    } else {
      updates?.paths.append(path)
    }
  }

  /// Notes that rows were inserted.
  @inlinable package mutating func noteInserted(_ rows: [Row], at path: RowPath) {
    forgetUpdates()
    hasInserted = true
    if isCurrent { index?.insert(rows, at: path) }
  }

  /// Notes that rows were removed, by ascending paths.
  @inlinable package mutating func noteRemoved(_ paths: [RowPath]) {
    forgetUpdates()
    hasRemoved = true
    if isCurrent { index?.remove(at: paths) }
  }

  /// Notes that the table may change in another way, for instance its sections: what that changes is to be found out.
  ///
  /// - Parameter table: The table up to here, with all edits that were told.
  @inlinable package mutating func noteStructure(in table: TableSnapshot<Section, Row>) {
    noteRows(in: table)
    forgetSections()
  }

  /// Notes that rows may change in another way; which sections come, go and move is told.
  ///
  /// - Parameter table: The table up to here, with all edits that were told.
  @inlinable package mutating func noteRows(in table: TableSnapshot<Section, Row>) {
    forgetUpdates()
    if isCurrent { index?.source = table }
    isCurrent = false
  }

  @usableFromInline mutating func forgetUpdates() {
    if updates?.hasRepeats == true { hasReplaced = true }
    updates = nil
  }

  /// The changeset of all that was done, if that was no more than to replace rows.
  ///
  /// - Parameters:
  ///   - old: The table with which it began.
  ///   - new: The table now.
  /// - Returns: What `new.difference(from: old)` is, or `nil` where that has to be found out.
  /// - Complexity: O(*k* log *k*) for *k* rows.
  @inlinable package func changeset(
    from old: TableSnapshot<Section, Row>, to new: TableSnapshot<Section, Row>
  ) -> Changeset<Section, Row>? {
    guard let noted = updates, !Section.isNeverDiffed else { return nil }
    let changed = noted.changed { path in
      guard let one = old[path], let two = new[path] else { return true }
      return !one.hasSameContent(as: two)
    }
    return Changeset(
      source: old, target: new, plan: StagePlan(updatedRows: changed.map { BatchMove(from: $0, to: $0) }))
  }

  /// Goes on by a changeset, which saves the index a difference.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { index?.follow(changeset) }
}

/// Rows whose content edits have changed, and nothing else.
@usableFromInline package struct RowUpdates: Sendable {
  /// One entry for each change.
  @usableFromInline package var paths: [RowPath] = []

  @inlinable package init() {}

  /// Whether a row changed more than once, so that it may be what it was, or compare equal to that.
  @usableFromInline var hasRepeats: Bool {
    !zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 } && Set(paths).count < paths.count
  }

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
