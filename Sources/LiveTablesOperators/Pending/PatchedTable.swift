public import LiveTables

/// Edits that were made together and form one pending edit.
@usableFromInline package struct PendingChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The number of this pending edit.
  ///
  /// Earlier edits have lower numbers.
  @usableFromInline package let number: Int
  @usableFromInline package let edits: [RecordedChange<Section, Row>]

  @inlinable package init(_ number: Int, _ edits: [RecordedChange<Section, Row>]) {
    (self.number, self.edits) = (number, edits)
  }

  /// Creates numbered edits that insert rows only if the table does not contain them.
  @inlinable package init(_ number: Int, _ edits: [TableEdit<Section, Row>]) {
    self.init(number, edits.map { RecordedChange($0) })
  }
}

/// A table of a source, with pending edits applied to it.
///
/// The table is updated when the source or the edits change.
///
/// Edits that have a row in common form a group, and groups are independent of each other. If a row changes in the
/// source, or an edit ends, only the edits of the corresponding group are applied again. All other changes to the
/// source are copied.
@usableFromInline package struct PatchedTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline package typealias Edits = PendingChange<Section, Row>

  @usableFromInline package struct Group: Sendable {
    @usableFromInline package var edits: [Edits]
    @usableFromInline package var ids: [Row.Identity]

    @inlinable package init(_ edits: Edits) { (self.edits, ids) = ([edits], []) }
  }

  @usableFromInline package private(set) var table: TableSnapshot<Section, Row>
  @usableFromInline package var patch: IdentityPatch<Section, Row>
  @usableFromInline package var groups: [Int: Group] = [:]
  /// The key in ``groups`` for each row that an edit specifies.
  @usableFromInline package var groupKeys: [Row.Identity: Int] = [:]
  /// One of the rows that each edit specifies, by the number of the edit.
  @usableFromInline package var representatives: [Int: Row.Identity] = [:]
  /// The numbers of all edits, in ascending order.
  @usableFromInline package var editNumbers: [Int] = []
  /// The inserted and deleted rows of each section, by the index of the section.
  @usableFromInline package var seams: [Int: Seams] = [:]
  /// Whether the table has been updated successfully, so that it can be updated again.
  @usableFromInline package private(set) var isCurrent = false

  @inlinable package init(_ source: TableSnapshot<Section, Row>) {
    table = source
    patch = IdentityPatch(RowIndex(source))
  }

  @inlinable package mutating func forget() { isCurrent = false }

  /// Applies edits to a table, one after another.
  ///
  /// Rows that the table does not contain, and inserted rows that it already contains, are ignored.
  ///
  /// - Parameters:
  ///   - names: The new identities of rows, keyed by the identities that edits use.
  /// - Returns: `false` if an edit requires more than identities, or if specified rows share an identity.
  /// - Complexity: O(*e* + *k* log² *n*) for *e* edits, *k* of which are applied again, plus O(*c* log *n*) for *c*
  ///   changes to the source. O(*n*) if sections are inserted, deleted or moved, or identities have changed.
  @inlinable package mutating func follow(
    to source: TableSnapshot<Section, Row>, _ edits: [Edits], names: [Row.Identity: Row.Identity]
  ) -> Bool {
    if isCurrent, patch.names == names, update(to: source, edits) { return true }
    patch.index.follow(to: source)
    patch.clear(names: names)
    (groups, groupKeys, representatives, seams) = ([:], [:], [:], [:])
    editNumbers = edits.map(\.number)
    table = source
    isCurrent = apply(edits)
    return isCurrent
  }

  /// Updates the table without applying all edits again.
  @inlinable package mutating func update(to source: TableSnapshot<Section, Row>, _ edits: [Edits]) -> Bool {
    let before = patch.source
    let changeset = source.difference(from: before)
    guard let change = changeset.unstaged(from: before), !change.hasSectionStructure else { return false }
    var stale = groups(affectedBy: change, before.rope, source.rope)
    let last = editNumbers.last ?? .min
    let isSame = editNumbers.elementsEqual(edits.lazy.map(\.number))
    let staying = isSame ? [] : Set(edits.lazy.map(\.number))
    if !isSame {
      for number in editNumbers where !staying.contains(number) {
        if let id = representatives[number], let group = groupKeys[id] { stale.insert(group) }
      }
    }
    // Applying these edits individually would cost more than applying all edits at once.
    let count = stale.reduce(0) { $0 + (groups[$1]?.edits.count ?? 0) }
    if count > 32, count > editNumbers.count / 8 { return false }
    guard var again = revert(stale) else { return false }
    if !isSame {
      again.removeAll { !staying.contains($0.number) }
      again += edits.lazy.filter { $0.number > last }
      editNumbers = edits.map(\.number)
    }
    patch.index.follow(changeset)
    patch.generation += 1
    for section in change.sections { follow(section, source.rope) }
    table.takeSectionValues(of: source, change)
    return apply(again.sorted { $0.number < $1.number })
  }

  /// Returns the keys of the groups whose rows a change to the source affects.
  @inlinable package func groups(
    affectedBy change: UnstagedChange, _ before: TableSnapshot<Section, Row>.Storage,
    _ after: TableSnapshot<Section, Row>.Storage
  ) -> Set<Int> {
    var ids: [Row.Identity] = []
    for section in change.sections {
      let (old, new) = (before[section.old].rows.rope, after[section.new].rows.rope)
      ids += section.leaving.map { old[$0].identity }
      ids += section.arrivals.map { new[$0.row].identity }
      ids += section.updates.map { new[Int($0.new)].identity }
    }
    return Set(ids.lazy.compactMap { groupKeys[$0] })
  }

  /// Copies the changes to a section that do not affect edited rows.
  @inlinable package mutating func follow(
    _ change: UnstagedChange.SectionChange, _ after: TableSnapshot<Section, Row>.Storage
  ) {
    let new = after[change.new].rows.rope
    var seams = self.seams[change.new] ?? Seams()
    let arriving = change.arrivals.map(\.row)
    let gone = seams.places(of: change.leaving)
    seams.follow(leaving: change.leaving, arriving: arriving)
    let came = seams.places(of: arriving)
    let updates = change.updates.map { Int($0.new) }
    let updated = seams.places(of: updates)
    self.seams[change.new] = seams
    table.edit(change.new) { rows in
      rows.rope.remove(at: gone)
      rows.rope.insert(zip(came, arriving).map { ($0, new[$1]) })
      rows.rope.update(updated) { rank, row in row = new[updates[rank]] }
    }
  }

  // MARK: - Edits

  /// Applies edits in ascending order of their numbers, unless a later edit affects the same rows.
  @inlinable package mutating func apply(_ edits: [Edits]) -> Bool {
    for all in edits {
      var ids: [Row.Identity] = []
      for recorded in all.edits {
        guard recorded.twins == nil, let named = recorded.edit.namedRows else { return false }
        ids += named
      }
      if !patch.names.isEmpty { ids += ids.compactMap { patch.names.lastName(of: $0) } }
      join(all, ids)
      for edit in all.edits where !patch.add(edit.edit, all.number) { return false }
    }
    return updateTable()
  }

  /// Reverts the edits of the given groups, and dissolves the groups.
  ///
  /// - Returns: The edits, or `nil` if they cannot be reverted.
  @inlinable package mutating func revert(_ keys: Set<Int>) -> [Edits]? {
    if keys.isEmpty { return [] }
    var edits: [Edits] = []
    var ids: [Row.Identity] = []
    for key in keys {
      guard let group = groups.removeValue(forKey: key) else { continue }
      edits += group.edits
      ids += group.ids
    }
    for one in edits { representatives[one.number] = nil }
    for id in ids { groupKeys[id] = nil }
    patch.reset(ids)
    if !updateTable() { return nil }
    patch.forget(ids)
    return edits
  }

  /// Combines edits, and all groups that have rows in common with them, into a single group.
  @inlinable package mutating func join(_ edits: Edits, _ ids: [Row.Identity]) {
    // An edit that specifies no rows has no effect.
    guard let representative = ids.first else { return }
    representatives[edits.number] = representative
    var key = edits.number
    var group = Group(edits)
    let others = Set(ids.compactMap { groupKeys[$0] })
    if let largest = others.max(by: { groups[$0]?.ids.count ?? 0 < groups[$1]?.ids.count ?? 0 }) {
      key = largest
      for other in CollectionOfOne(largest) + others.filter({ $0 != largest }) {
        guard let its = groups.removeValue(forKey: other) else { continue }
        group.edits += its.edits
        if other != largest { for id in its.ids { groupKeys[id] = key } }
        group.ids += its.ids
      }
    }
    for id in ids where groupKeys.updateValue(key, forKey: id) == nil { group.ids.append(id) }
    groups[key] = group
  }

  // MARK: - Table

  /// Applies pending changes to the table.
  ///
  /// - Returns: `false` if a row is not found.
  @inlinable package mutating func updateTable() -> Bool {
    if patch.touched.isEmpty, patch.touchedEnds.isEmpty { return true }
    var sites: [(path: RowPath, id: Row.Identity)] = []
    sites.reserveCapacity(patch.touched.count)
    for id in patch.touched {
      guard let path = patch.path(of: id) else { return false }
      sites.append((path, id))
    }
    sites.sort { $0.path < $1.path }
    sites.forEachSection(by: { $0.path }) { section, sites in updateRows(sites, in: section) }
    for section in patch.touchedEnds { updateEnd(of: section) }
    (patch.touched, patch.touchedEnds) = ([], [])
    return true
  }

  @inlinable package mutating func updateRows(_ sites: ArraySlice<(path: RowPath, id: Row.Identity)>, in section: Int) {
    var sourceRows: [Int] = []
    var newSeams: [Seam?] = []
    var newRows: [Row] = []
    var parts: [Range<Int>] = []
    for (path, id) in sites where path.row != sourceRows.last {
      guard let site = patch.sites[id] else { continue }
      sourceRows.append(path.row)
      let seam = Seam(row: path.row, before: site.before.count, after: site.after.count, isDeleted: site.isDeleted)
      newSeams.append(seam.isDeleted || seam.shift != 0 ? seam : nil)
      let start = newRows.count
      newRows += patch.rows(of: site)
      parts.append(start..<newRows.count)
    }
    let ranges = seams[section, default: Seams()].replace(at: sourceRows, with: newSeams)
    table.edit(section) { $0.rope.replace(ranges, with: newRows, parts: parts) }
  }

  @inlinable package mutating func updateEnd(of section: Int) {
    let rows = patch.rows(patch.ends[section] ?? [])
    let end = table.rope[section].rows.count
    let start = end - (seams[section]?.end ?? 0)
    seams[section, default: Seams()].end = rows.count
    table.edit(section) { $0.rope.replace(start..<end, with: rows) }
  }
}
