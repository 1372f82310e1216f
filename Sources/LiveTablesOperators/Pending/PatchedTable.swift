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
  /// The group number of each specified row, followed by one row for each group number.
  @usableFromInline package var owners: [Row.Identity: Int] = [:]
  @usableFromInline package var members: [Int: Row.Identity] = [:]
  @usableFromInline package var numbers: [Int] = []
  @usableFromInline package var seams: [Int: Seams] = [:]
  @usableFromInline package private(set) var isMade = false

  @inlinable package init(_ source: TableSnapshot<Section, Row>) {
    table = source
    patch = IdentityPatch(RowIndex(source))
  }

  @inlinable package mutating func forget() { isMade = false }

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
    if isMade, patch.names == names, goOn(to: source, edits) { return true }
    patch.index.follow(to: source)
    patch.clear(names: names)
    (groups, owners, members, seams) = ([:], [:], [:], [:])
    numbers = edits.map(\.number)
    table = source
    isMade = make(edits)
    return isMade
  }

  /// Updates the table without applying all edits again.
  @inlinable package mutating func goOn(to source: TableSnapshot<Section, Row>, _ edits: [Edits]) -> Bool {
    let before = patch.source
    let changeset = source.difference(from: before)
    guard let change = changeset.unstaged(from: before), !change.hasSectionStructure else { return false }
    var stale = owners(of: change, before.rope, source.rope)
    let last = numbers.last ?? .min
    let isSame = numbers.elementsEqual(edits.lazy.map(\.number))
    let staying = isSame ? [] : Set(edits.lazy.map(\.number))
    if !isSame {
      for number in numbers where !staying.contains(number) {
        if let id = members[number], let group = owners[id] { stale.insert(group) }
      }
    }
    // Applying these edits individually would cost more than applying all edits at once.
    let count = stale.reduce(0) { $0 + (groups[$1]?.edits.count ?? 0) }
    if count > 32, count > numbers.count / 8 { return false }
    guard var again = takeBack(stale) else { return false }
    if !isSame {
      again.removeAll { !staying.contains($0.number) }
      again += edits.lazy.filter { $0.number > last }
      numbers = edits.map(\.number)
    }
    patch.index.follow(changeset)
    patch.age += 1
    for section in change.sections { follow(section, source.rope) }
    table.takeSectionValues(of: source, change)
    return make(again.sorted { $0.number < $1.number })
  }

  @inlinable package func owners(
    of change: UnstagedChange, _ before: TableSnapshot<Section, Row>.Storage,
    _ after: TableSnapshot<Section, Row>.Storage
  ) -> Set<Int> {
    var found: Set<Int> = []
    for section in change.sections {
      let (old, new) = (before[section.old].rows.rope, after[section.new].rows.rope)
      for row in section.leaving { if let owner = owners[old[row].identity] { found.insert(owner) } }
      for arrival in section.arrivals { if let owner = owners[new[arrival.row].identity] { found.insert(owner) } }
      for update in section.updates { if let owner = owners[new[Int(update.new)].identity] { found.insert(owner) } }
    }
    return found
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
  @inlinable package mutating func make(_ edits: [Edits]) -> Bool {
    for all in edits {
      var ids: [Row.Identity] = []
      for recorded in all.edits {
        guard recorded.twins == nil, let named = recorded.edit.namedRows else { return false }
        ids += named
      }
      if !patch.names.isEmpty { ids += ids.compactMap { patch.names.lastName(of: $0) } }
      join(all, ids)
      for edit in all.edits where !patch.gather(edit.edit, all.number) { return false }
    }
    return draw()
  }

  /// Reverts the edits of the given groups, and dissolves the groups.
  ///
  /// - Returns: The edits, or `nil` if they cannot be reverted.
  @inlinable package mutating func takeBack(_ keys: Set<Int>) -> [Edits]? {
    if keys.isEmpty { return [] }
    var edits: [Edits] = []
    var ids: [Row.Identity] = []
    for key in keys {
      guard let group = groups.removeValue(forKey: key) else { continue }
      edits += group.edits
      ids += group.ids
    }
    for one in edits { members[one.number] = nil }
    for id in ids { owners[id] = nil }
    patch.reset(ids)
    if !draw() { return nil }
    patch.forget(ids)
    return edits
  }

  /// Combines edits, and all groups that have rows in common with them, into a single group.
  @inlinable package mutating func join(_ edits: Edits, _ ids: [Row.Identity]) {
    // An edit that specifies no rows has no effect.
    guard let member = ids.first else { return }
    members[edits.number] = member
    var key = edits.number
    var group = Group(edits)
    let others = Set(ids.compactMap { owners[$0] })
    if let largest = others.max(by: { groups[$0]?.ids.count ?? 0 < groups[$1]?.ids.count ?? 0 }) {
      key = largest
      for other in CollectionOfOne(largest) + others.filter({ $0 != largest }) {
        guard let its = groups.removeValue(forKey: other) else { continue }
        group.edits += its.edits
        if other != largest { for id in its.ids { owners[id] = key } }
        group.ids += its.ids
      }
    }
    for id in ids where owners.updateValue(key, forKey: id) == nil { group.ids.append(id) }
    groups[key] = group
  }

  // MARK: - Table

  /// Applies pending changes to the table.
  ///
  /// - Returns: `false` if a row is not found.
  @inlinable package mutating func draw() -> Bool {
    if patch.touched.isEmpty, patch.touchedEnds.isEmpty { return true }
    var sites: [(path: RowPath, id: Row.Identity)] = []
    sites.reserveCapacity(patch.touched.count)
    for id in patch.touched {
      guard let path = patch.path(of: id) else { return false }
      sites.append((path, id))
    }
    sites.sort { $0.path < $1.path }
    var start = 0
    while start < sites.count {
      let section = sites[start].path.section
      let end = sites[start...].firstIndex { $0.path.section != section } ?? sites.count
      draw(sites[start..<end], in: section)
      start = end
    }
    for section in patch.touchedEnds { drawEnd(of: section) }
    (patch.touched, patch.touchedEnds) = ([], [])
    return true
  }

  @inlinable package mutating func draw(_ sites: ArraySlice<(path: RowPath, id: Row.Identity)>, in section: Int) {
    var rows: [Int] = []
    var new: [Seam?] = []
    var drawn: [Row] = []
    var parts: [Range<Int>] = []
    for (path, id) in sites where path.row != rows.last {
      guard let site = patch.sites[id] else { continue }
      rows.append(path.row)
      let seam = Seam(row: path.row, before: site.before.count, after: site.after.count, isGone: site.isGone)
      new.append(seam.isGone || seam.shift != 0 ? seam : nil)
      let start = drawn.count
      drawn += patch.rows(of: site)
      parts.append(start..<drawn.count)
    }
    let ranges = seams[section, default: Seams()].replace(at: rows, with: new)
    table.edit(section) { $0.rope.replace(ranges, with: drawn, parts: parts) }
  }

  @inlinable package mutating func drawEnd(of section: Int) {
    let rows = patch.rows(patch.ends[section] ?? [])
    let end = table.rope[section].rows.count
    let start = end - (seams[section]?.end ?? 0)
    seams[section, default: Seams()].end = rows.count
    table.edit(section) { $0.rope.replace(start..<end, with: rows) }
  }
}
