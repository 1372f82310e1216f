public import LiveTables

/// Combined edits that specify rows by identity, and can be applied to a table in a single pass.
///
/// The edits are stored by affected row, regardless of the rows' positions. Inserted and moved rows are in gaps. A gap
/// is before or after a source row, or at the end of a section. `TableEdit.apply(to:with:)` handles edits that require
/// more than identities, and tables in which affected rows share an identity.
@usableFromInline package struct IdentityPatch<Section: Diffable, Row: Diffable> {
  @usableFromInline package enum Location: Hashable {
    case nowhere
    /// The row is in its original position in the source.
    case source(Row.Identity)
    case arrival(Row.Identity)
  }

  /// A gap for inserted and moved rows.
  @usableFromInline package enum Gap {
    case before(Row.Identity)
    case after(Row.Identity)
    case end(Int)
  }

  @usableFromInline package struct Slot {
    @usableFromInline package let id: Row.Identity
    /// The number of the edit that inserted the row or the row next to it.
    @usableFromInline package let number: Int

    @inlinable package init(_ id: Row.Identity, _ number: Int) { (self.id, self.number) = (id, number) }
  }

  /// A source row that is affected by edits.
  @usableFromInline package struct Site {
    /// The path of the row in the table with the number `generation`.
    @usableFromInline package var path: RowPath
    @usableFromInline package var generation: Int
    @usableFromInline package var changed: Row?
    @usableFromInline package var isDeleted = false
    @usableFromInline package var before: [Slot] = []
    @usableFromInline package var after: [Slot] = []

    @inlinable package init(_ path: RowPath, _ generation: Int) { (self.path, self.generation) = (path, generation) }

    @inlinable package var isChanged: Bool { changed != nil || isDeleted || !before.isEmpty || !after.isEmpty }
  }

  /// The position of a row that was inserted, moved or deleted by edits.
  @usableFromInline package enum Placement {
    case deleted
    case arrival(Row, Gap)
  }

  @usableFromInline package var index: RowIndex<Section, Row>
  /// The identities in the source of rows for which edits use a different identity.
  @usableFromInline package var names: [Row.Identity: Row.Identity] = [:]
  @usableFromInline package var sites: [Row.Identity: Site] = [:]
  @usableFromInline package var placements: [Row.Identity: Placement] = [:]
  @usableFromInline package var ends: [Int: [Slot]] = [:]
  /// The number of tables received from the source.
  @usableFromInline package var generation = 0
  /// The rows and sections whose changes have not been applied to the table yet.
  @usableFromInline package var touched: [Row.Identity] = []
  @usableFromInline package var touchedEnds: Set<Int> = []

  @inlinable package init(_ index: RowIndex<Section, Row>) { self.index = index }

  @inlinable package var source: TableSnapshot<Section, Row> { index.source }

  @inlinable package mutating func clear(names: [Row.Identity: Row.Identity]) {
    self.names = names
    (sites, placements, ends) = ([:], [:], [:])
    (touched, touchedEnds) = ([], [])
    generation += 1
  }

  /// Adds an edit to earlier edits.
  ///
  /// Missing rows, and inserted rows that the table already contains, are ignored.
  ///
  /// - Parameters:
  ///   - number: A number that determines the order of edits that have no rows in common.
  /// - Returns: `false` if the edit cannot be added, in which case the patch can no longer be used.
  /// - Complexity: O(*k* log² *n*) for *k* rows on average.
  @inlinable package mutating func add(_ edit: TableEdit<Section, Row>, _ number: Int) -> Bool {
    switch edit {
    case .patch(let rows, let change):
      guard let locations = locations(of: rows) else { return false }
      for location in locations where !update(location, change) { return false }
    case .replace(let rows, let new, _):
      guard let locations = locations(of: rows) else { return false }
      let found = rows.isPaired ? locations : locations.filter { $0 != .nowhere }
      for (location, row) in zip(found, new) where !update(location, { $0 = row }) { return false }
    case .remove(let rows):
      guard let locations = locations(of: rows) else { return false }
      for location in locations { _ = remove(location) }
    case .insert(let rows, let place):
      guard let place = self.anchor(for: place) else { return false }
      guard case .some(let anchor) = place else { return true }
      var coming: [Row] = []
      var seen: Set<Row.Identity> = []
      for row in rows {
        // A row whose identity is not equal to itself could not be found again.
        guard row.identity == row.identity, let location = location(of: row.identity) else { return false }
        if case .nowhere = location, rows.count == 1 || seen.insert(row.identity).inserted { coming.append(row) }
      }
      insert(coming, at: anchor, number)
    case .move(let rows, let place):
      guard let locations = locations(of: rows), let place = self.anchor(for: place) else { return false }
      guard case .some(let anchor) = place else { return true }
      for location in locations where isSame(location, anchor) { return true }
      var coming: [Row] = []
      for location in locations { if let row = remove(location) { coming.append(row) } }
      insert(coming, at: anchor, number)
    case .order, .set, .insertSections, .removeSections, .updateSection, .moveSections, .orderSections, .setSections:
      return false
    }
    return true
  }

  /// Reverts all edits that affect the given rows, none of which may affect other rows.
  @inlinable package mutating func reset(_ ids: [Row.Identity]) {
    for id in ids {
      if case .arrival(_, .end(let section)) = placements.removeValue(forKey: id) {
        ends[section]?.removeAll { $0.id == id }
        touchedEnds.insert(section)
      }
      guard let site = sites[id], site.isChanged else { continue }
      sites[id] = Site(site.path, site.generation)
      touched.append(id)
    }
  }

  /// Discards rows that have been reset, once the table has been updated.
  @inlinable package mutating func forget(_ ids: [Row.Identity]) {
    for id in ids { sites[id] = nil }
  }

  // MARK: - Locations of rows

  /// Returns the location of a row, or `nil` if several rows share the identity.
  @inlinable package mutating func location(of id: Row.Identity) -> Location? {
    if !names.isEmpty, let last = names.lastName(of: id) {
      guard let location = ownLocation(of: last) else { return nil }
      if case .nowhere = location {} else { return location }
    }
    return ownLocation(of: id)
  }

  @inlinable package mutating func ownLocation(of id: Row.Identity) -> Location? {
    switch placements[id] {
    case .deleted: return .nowhere
    case .arrival: return .arrival(id)
    case nil: break
    }
    if let site = sites.index(forKey: id) {
      return sites.values[site].generation == generation || path(of: id) != nil ? .source(id) : nil
    }
    guard let found = index.onlyPath(of: id) else { return nil }
    guard let path = found else { return .nowhere }
    sites[id] = Site(path, generation)
    return .source(id)
  }

  /// Returns the source path of a row with a site, or `nil` if another row has the same identity.
  @inlinable package mutating func path(of id: Row.Identity) -> RowPath? {
    guard let site = sites[id] else { return nil }
    if site.generation == generation { return site.path }
    guard case .some(.some(let path)) = index.onlyPath(of: id) else { return nil }
    sites[id]?.path = path
    sites[id]?.generation = generation
    return path
  }

  @inlinable package mutating func locations(of rows: TableEdit<Section, Row>.Rows) -> [Location]? {
    guard case .ids(let ids) = rows.kind else { return nil }
    var seen: Set<Location> = []
    var locations: [Location] = []
    for id in ids {
      guard let location = location(of: id) else { return nil }
      locations.append(ids.count > 1 && !seen.insert(location).inserted ? .nowhere : location)
    }
    return locations
  }

  /// The target location of inserted or moved rows.
  @usableFromInline package enum Anchor {
    case before(Location)
    case after(Location)
    case end(Int)
  }

  /// Returns the anchor for a destination.
  ///
  /// The inner value is `nil` if the destination does not exist.
  ///
  /// - Returns: `nil` if the destination cannot be represented.
  @inlinable package mutating func anchor(for place: TableEdit<Section, Row>.Place) -> Anchor?? {
    switch place.kind {
    case .before(let id):
      guard let location = location(of: id) else { return nil }
      if case .nowhere = location { return .some(nil) }
      return .before(location)
    case .after(let id):
      guard let location = location(of: id) else { return nil }
      if case .nowhere = location { return .some(nil) }
      return .after(location)
    case .end(nil): return source.rope.count == 0 ? nil : .end(source.rope.count - 1)
    case .end(let id?):
      guard let section = source.sectionIndex(of: id) else { return .some(nil) }
      return .end(section)
    case .between(let above, let below, let section):
      for place in [above.map { .after($0) }, below.map { TableEdit<Section, Row>.Place.before($0) }] {
        guard let place else { continue }
        guard let anchor = self.anchor(for: place) else { return nil }
        if anchor != nil { return anchor }
      }
      return self.anchor(for: .init(.end(of: section)))
    case .path, .anchored: return nil
    }
  }

  @inlinable package func isSame(_ location: Location, _ anchor: Anchor) -> Bool {
    switch anchor {
    case .before(let other), .after(let other): location == other
    case .end: false
    }
  }

  // MARK: - Changes

  /// Updates a row.
  ///
  /// - Returns: `false` if the identity of the row changes, or if the row is not found in the source.
  @inlinable package mutating func update(_ location: Location, _ change: (inout Row) -> Void) -> Bool {
    switch location {
    case .nowhere: return true
    case .source(let id):
      guard var row = row(of: id) else { return false }
      change(&row)
      sites[id]?.changed = row
      touched.append(id)
      return row.identity == id
    case .arrival(let id):
      guard case .arrival(var row, let gap) = placements[id] else { return true }
      change(&row)
      placements[id] = .arrival(row, gap)
      touch(gap)
      return row.identity == id
    }
  }

  @inlinable package mutating func row(of id: Row.Identity) -> Row? {
    sites[id]?.changed ?? path(of: id).map { source.rope[$0.section].rows.rope[$0.row] }
  }

  @inlinable package mutating func remove(_ location: Location) -> Row? {
    switch location {
    case .nowhere: return nil
    case .source(let id):
      let row = row(of: id)
      sites[id]?.changed = nil
      sites[id]?.isDeleted = true
      placements[id] = .deleted
      touched.append(id)
      return row
    case .arrival(let id):
      guard case .arrival(let row, let gap) = placements.updateValue(.deleted, forKey: id) else { return nil }
      edit(gap) { $0.removeAll { $0.id == id } }
      return row
    }
  }

  @inlinable package mutating func insert(_ rows: [Row], at anchor: Anchor, _ number: Int) {
    let gap: Gap
    switch anchor {
    case .before(.arrival(let id)), .after(.arrival(let id)):
      guard case .arrival(_, let its) = placements[id] else { return }
      gap = its
    case .before(.source(let id)): gap = .before(id)
    case .after(.source(let id)): gap = .after(id)
    case .end(let section): gap = .end(section)
    case .before(.nowhere), .after(.nowhere): return
    }
    for row in rows { placements[row.identity] = .arrival(row, gap) }
    edit(gap) { slots in
      var (position, number) = (slots.count, number)
      switch anchor {
      case .before(.arrival(let id)), .after(.arrival(let id)):
        guard let beside = slots.firstIndex(where: { $0.id == id }) else { return }
        position = beside
        number = slots[beside].number
        if case .after = anchor { position += 1 }
      case .after: position = 0
      case .end: position = slots.firstIndex { $0.number > number } ?? slots.count
      case .before: break
      }
      slots.insert(contentsOf: rows.map { Slot($0.identity, number) }, at: position)
    }
  }

  @inlinable package mutating func edit(_ gap: Gap, _ body: (inout [Slot]) -> Void) {
    switch gap {
    case .before(let id): if let site = sites.index(forKey: id) { body(&sites.values[site].before) }
    case .after(let id): if let site = sites.index(forKey: id) { body(&sites.values[site].after) }
    case .end(let section): body(&ends[section, default: []])
    }
    touch(gap)
  }

  @inlinable package mutating func touch(_ gap: Gap) {
    switch gap {
    case .before(let id), .after(let id): touched.append(id)
    case .end(let section): touchedEnds.insert(section)
    }
  }

  // MARK: - Results

  @inlinable package func rows(_ slots: [Slot]) -> [Row] {
    slots.compactMap { if case .arrival(let row, _) = placements[$0.id] { row } else { nil } }
  }

  @inlinable package func rows(of site: Site) -> [Row] {
    var rows = rows(site.before)
    if !site.isDeleted { rows.append(site.changed ?? source.rope[site.path.section].rows.rope[site.path.row]) }
    return site.after.isEmpty ? rows : rows + self.rows(site.after)
  }
}

extension IdentityPatch: Sendable where Section: Sendable, Row: Sendable {}
extension IdentityPatch.Location: Sendable where Section: Sendable, Row: Sendable {}
extension IdentityPatch.Gap: Sendable where Section: Sendable, Row: Sendable {}
extension IdentityPatch.Slot: Sendable where Section: Sendable, Row: Sendable {}
extension IdentityPatch.Site: Sendable where Section: Sendable, Row: Sendable {}
extension IdentityPatch.Placement: Sendable where Section: Sendable, Row: Sendable {}

extension TableEdit {
  /// The rows that an edit specifies by identity, whether or not they exist, or `nil` if the edit requires more than
  /// identities.
  @inlinable package var namedRows: [Row.Identity]? {
    var ids: [Row.Identity]
    let place: Place?
    switch self {
    case .patch(let rows, _), .replace(let rows, _, _), .remove(let rows):
      guard case .ids(let all) = rows.kind else { return nil }
      return all
    case .insert(let rows, let at): (ids, place) = (rows.map(\.identity), at)
    case .move(let rows, let to):
      guard case .ids(let all) = rows.kind else { return nil }
      (ids, place) = (all, to)
    case .order, .set, .insertSections, .removeSections, .updateSection, .moveSections, .orderSections, .setSections:
      return nil
    }
    switch place?.kind {
    case .before(let id), .after(let id): ids.append(id)
    case .between(let above, let below, _): ids += [above, below].compactMap { $0 }
    case .end, nil: break
    case .path, .anchored: return nil
    }
    return ids
  }
}

extension Dictionary where Key == Value {
  /// Returns the final name of an item that was renamed, possibly several times, or `nil` if it was not renamed.
  @inlinable package func lastName(of name: Key) -> Key? {
    var last = name
    for _ in 0..<count {
      guard let next = self[last] else { break }
      last = next
    }
    return last == name ? nil : last
  }
}
