/// Finds rows by identity, with scans until they have cost more than creating an index.
///
/// An editor reports each edit, and the index is updated immediately. As long as edits only replace rows with rows of
/// the same identity, the finder also records the changes, so that no diff is needed.
@usableFromInline package struct RowFinder<Section: Diffable, Row: Diffable> {
  @usableFromInline package var index: RowIndex<Section, Row>?
  @usableFromInline package var scanned = 0
  /// The changes since ``begin(with:)``, or `nil` if they are unknown.
  @usableFromInline package var updates: RowUpdates?
  @usableFromInline var hasReplaced = false
  /// Whether rows were inserted, which may equal removed rows.
  @usableFromInline var hasInserted = false
  @usableFromInline var hasRemoved = false
  /// Whether an edit has discarded the row positions that a table stored, which would often be stored again in vain.
  @usableFromInline package var hasDiscarded = false
  /// Whether every edit is reported to the finder.
  @usableFromInline package var receivesEdits = false
  /// Whether the index includes every edit, even if its source is an earlier table.
  @usableFromInline package var isCurrent = false

  /// The index of the sections, which exists only while every edit is reported.
  @usableFromInline var sections: RowIndex<OneSection, Section>?
  @usableFromInline var scannedSections = 0

  @inlinable package init() {}

  /// Creates a finder that continues to count the rows that scans of a table have visited.
  @inlinable package init(for table: TableSnapshot<Section, Row>) { scanned = table.memory?.scanned ?? 0 }

  /// Creates a finder with an index, so that even its first searches are fast.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(indexing table: TableSnapshot<Section, Row>) { index = RowIndex(table) }

  /// Returns the path of the first row with an identity, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - table: Between ``begin(with:)`` and ``end(with:)``, the table with all edits. At other times, any table, at
  ///     the cost of diffing it with the last table.
  /// - Complexity: O(*n*) at first, and later O(log² *n*) on average.
  @inlinable package mutating func path(of id: Row.Identity, in table: TableSnapshot<Section, Row>) -> RowPath? {
    if let path = table.rememberedPath(of: id) { return path }
    if !hasIndex(of: table) {
      // The finder creates its own index, which follows edits.
      let path = table.path(of: id, isRecorded: false)
      scanned += path.flatMap { table.offset(of: $0) } ?? table.count
      return path
    }
    return index?.path(of: id, in: table)
  }

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

  /// Returns whether the finder has an up-to-date index, which it creates if scans have cost more than that.
  @inlinable package mutating func hasIndex(of table: TableSnapshot<Section, Row>) -> Bool {
    if index == nil {
      if table.count <= 64 || scanned <= RowMemory.patience * table.count { return false }
      // The identity of an object can change without notification. If hashes collide, an index is useless.
      if Row.self is AnyObject.Type || table.cannotRememberRows { return false }
      index = RowIndex(table)
    }
    if !isCurrent { index?.follow(to: table) }
    isCurrent = receivesEdits
    return true
  }

  /// Returns the path of the first row with each identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for all identities if there is no usable index.
  @inlinable package mutating func paths(of ids: [Row.Identity], in table: TableSnapshot<Section, Row>) -> [RowPath?] {
    if index?.slots.isExhausted == false || ids.count < 4 || table.remembersRows {
      return ids.map { path(of: $0, in: table) }
    }
    scanned += table.count
    return table.paths(of: ids)
  }

  /// Stores row positions in a table if that costs less than further searches.
  @inlinable package func note(in table: inout TableSnapshot<Section, Row>) {
    if index == nil, !hasDiscarded { table.remember(scanned: scanned) }
  }

  // MARK: - Recording edits

  /// Whether rows may have been replaced with rows that compare equal since ``begin(with:)``.
  package var hasOtherRows: Bool { hasReplaced || hasInserted && hasRemoved || updates?.hasRepeats == true }

  /// Begins recording the edits of a table, all of which must be reported until ``end(with:)``.
  @inlinable package mutating func begin(with table: TableSnapshot<Section, Row>) {
    index?.follow(to: table)
    forgetSections()
    updates = RowUpdates()
    (hasReplaced, hasInserted, hasRemoved) = (false, false, false)
    hasDiscarded = false
    receivesEdits = true
    isCurrent = true
  }

  @inlinable package mutating func end(with table: TableSnapshot<Section, Row>) {
    updates = nil  // no longer needed
    noteStructure(in: table)
    receivesEdits = false
  }

  @inlinable package mutating func noteReplaced(_ old: Row, by new: Row, at path: RowPath) {
    if old.identity != new.identity {
      noteRemoved([path])
      noteInserted([new], at: path)
    } else if hasReplaced, updates == nil {
      return
    } else if updates == nil || old.hasSameContent(as: new) {
      // Without the paths, the finder does not know whether a row has been changed back.
      hasReplaced = true
    } else {
      updates?.paths.append(path)
    }
  }

  @inlinable package mutating func noteInserted(_ rows: [Row], at path: RowPath) {
    forgetUpdates()
    hasInserted = true
    if isCurrent { index?.insert(rows, at: path) }
  }

  @inlinable package mutating func noteRemoved(_ paths: [RowPath]) {
    forgetUpdates()
    hasRemoved = true
    if isCurrent { index?.remove(at: paths) }
  }

  /// Records that the table may change in any way.
  ///
  /// - Parameter table: The table with all reported edits, before this change.
  @inlinable package mutating func noteStructure(in table: TableSnapshot<Section, Row>) {
    noteRows(in: table)
    forgetSections()
  }

  /// Records that rows may change in any way, while changes to sections are reported.
  @inlinable package mutating func noteRows(in table: TableSnapshot<Section, Row>) {
    forgetUpdates()
    if isCurrent { index?.source = table }
    isCurrent = false
  }

  @usableFromInline mutating func forgetUpdates() {
    if updates?.hasRepeats == true { hasReplaced = true }
    updates = nil
  }

  /// Returns a changeset that equals `new.difference(from: old)` if the edits only replaced rows, or `nil`.
  ///
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

  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { index?.follow(changeset) }
}

/// The paths of the rows whose content has changed in edits that made no other changes.
@usableFromInline package struct RowUpdates: Sendable {
  @usableFromInline package var paths: [RowPath] = []

  @inlinable package init() {}

  /// Whether a row was replaced more than once, so that it may equal the original row.
  @usableFromInline var hasRepeats: Bool {
    !zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 } && Set(paths).count < paths.count
  }

  /// Returns the paths of changed rows in order, without duplicates.
  ///
  /// - Parameter isChanged: Returns whether a row that changed more than once differs from the original.
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
