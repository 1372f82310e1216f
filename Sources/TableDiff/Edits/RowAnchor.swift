/// Rows that were seen in one version of a table, to be found in another one.
///
/// In the version in which they were seen they are where they were: nothing is looked for, also where rows share an identity
/// or are not equal to themselves. In another version they are where the diff of the two says.
@usableFromInline package struct RowAnchor<Section: Diffable, Row: Diffable> {
  /// What has to hold for a row to be found.
  package enum Condition: Sendable {
    case none
    /// Its content is what it was.
    case sameContent
    /// It is in the same section and between the same rows, as far as those are there.
    case samePlace
  }

  package let paths: [RowPath]
  package let table: TableSnapshot<Section, Row>
  package let condition: Condition
  /// What the edit makes of the table in which the rows were seen, if it is known.
  package let result: TableSnapshot<Section, Row>?

  /// - Parameters:
  ///   - paths: Where the rows were seen.
  ///   - table: The table in which they were seen.
  ///   - condition: What has to hold for a row to be found.
  ///   - result: What the edit makes of that table, if it is known.
  package init(
    _ paths: [RowPath], in table: TableSnapshot<Section, Row>, _ condition: Condition = .none,
    result: TableSnapshot<Section, Row>? = nil
  ) {
    self.result = result
    self.paths = paths
    self.table = table
    self.condition = condition
  }

  /// The paths of the rows in another version of the table; `nil` for each that is gone or not as it has to be.
  ///
  /// - Complexity: O(1) for each in the same version; else that of the diff.
  @usableFromInline package func places(in other: TableSnapshot<Section, Row>) -> [RowPath?] {
    let versions = TableVersions(from: table, to: other)
    return paths.map { path in
      guard let target = versions.target(of: path) ?? versions.onlyRow(like: path, in: other),
        !versions.hasLost(path, in: other)
      else { return nil }
      switch condition {
      case .none: return target
      case .sameContent:
        guard let old = table[path], other[target]?.hasSameContent(as: old) == true else { return nil }
        return target
      case .samePlace: return versions.isInSamePlace(path, target) ? target : nil
      }
    }
  }
}

extension RowAnchor {
  /// Whether another version has fewer rows with the identity of one of these.
  ///
  /// - Complexity: O(*n*).
  fileprivate func isMissing(in other: TableSnapshot<Section, Row>) -> Bool {
    paths.compactMap { table[$0]?.identity }.contains { id in
      id != id || other.count { $0.identity == id } < table.count { $0.identity == id }
    }
  }

  /// What the edit makes of a table, if that is the one in which the rows were seen.
  @usableFromInline package func result(for other: TableSnapshot<Section, Row>) -> TableSnapshot<Section, Row>? {
    other.rope.isIdentical(to: table.rope) ? result : nil
  }
}

extension PlaceAnchor {
  /// What the edit makes of a table, if that is the one in which the place was chosen.
  @usableFromInline package func result(for other: TableSnapshot<Section, Row>) -> TableSnapshot<Section, Row>? {
    other.rope.isIdentical(to: table.rope) ? result : nil
  }
}

/// A place for rows that was chosen in one version of a table, to be found in another one.
@usableFromInline package struct PlaceAnchor<Section: Diffable, Row: Diffable> {
  package let path: RowPath
  package let table: TableSnapshot<Section, Row>
  package let leaving: [RowPath]
  /// What the edit makes of the table in which the place was chosen, if it is known.
  package let result: TableSnapshot<Section, Row>?
  package let returning: RowAnchor<Section, Row>?

  /// - Parameters:
  ///   - path: The path afterwards.
  ///   - table: The table in which the place was chosen.
  ///   - leaving: The rows of that table that are taken out first.
  ///   - returning: A row that comes back to this place; there is no such place if it is there already.
  ///   - result: What the edit makes of that table, if it is known.
  package init(
    _ path: RowPath, in table: TableSnapshot<Section, Row>, leaving: [RowPath] = [],
    returning: RowAnchor<Section, Row>? = nil, result: TableSnapshot<Section, Row>? = nil
  ) {
    self.result = result
    self.path = path
    self.table = table
    self.leaving = leaving
    self.returning = returning
  }

  /// The path afterwards in another version of the table; `nil` where there is no such place.
  ///
  /// - Parameters:
  ///   - other: The other version, with the rows that are taken out.
  ///   - gone: The paths of those in it.
  /// - Complexity: O(*k*) for *k* rows that are taken out in the same version; else that of the diff.
  @usableFromInline package func path(
    in other: TableSnapshot<Section, Row>, leaving gone: [RowPath]
  ) -> RowPath? {
    let versions = TableVersions(from: table, to: other)
    if versions.isSame, gone == leaving { return path }
    if let returning, !returning.isMissing(in: other) { return nil }
    guard let section = versions.target(ofSection: path.section) else { return nil }
    let out = Set(gone)
    let staying = { (row: Int) -> Int? in
      versions.target(of: RowPath(section: path.section, row: row)).flatMap {
        $0.section == section && !out.contains($0) ? $0.row : nil
      }
    }
    let row = nearest(staying) ?? (path.row == 0 ? 0 : other.sections[section].rows.count)
    return RowPath(section: section, row: row - gone.count { $0.section == section && $0.row < row })
  }

  /// The place next to the nearest row that has stayed, among those that are there.
  private func nearest(_ staying: (Int) -> Int?) -> Int? {
    guard table.sections.indices.contains(path.section) else { return nil }
    let out = Set(leaving.lazy.filter { $0.section == path.section }.map(\.row))
    // Counted with the rows that leave.
    var gap = path.row
    for row in out.ascending() where row <= gap { gap += 1 }
    var (before, after) = (gap - 1, gap)
    let count = table.sections[path.section].rows.count
    while before >= 0 || after < count {
      while out.contains(before) { before -= 1 }
      while out.contains(after) { after += 1 }
      if let row = staying(before) { return row + 1 }
      if let row = staying(after) { return row }
      before -= 1
      after += 1
    }
    return nil
  }
}

extension RowAnchor: Sendable where Section: Sendable, Row: Sendable {}
extension PlaceAnchor: Sendable where Section: Sendable, Row: Sendable {}

/// Where sections and rows of one version of a table are in another one.
struct TableVersions<Section: Diffable, Row: Diffable> {
  /// Whether both are the same version.
  let isSame: Bool
  private let old: TableSnapshot<Section, Row>
  private let new: TableSnapshot<Section, Row>
  /// Whether no diff says where anything is, so that only its identity does.
  private let isReloaded: Bool
  private let stages: [BatchUpdate<Section, Row>]
  private let maps: [PathMap]

  /// - Complexity: O(1) for the same version; else that of the diff, which skips what both share.
  init(from old: TableSnapshot<Section, Row>, to new: TableSnapshot<Section, Row>) {
    self.old = old
    self.new = new
    isSame = old.rope.isIdentical(to: new.rope)
    let changeset = new.difference(from: old)
    isReloaded = !isSame && changeset.reload != nil
    stages = changeset.stages
    maps = stages.map { PathMap($0.operations) }
  }

  func target(of path: RowPath) -> RowPath? {
    if isReloaded || old[path] == nil { return nil }
    var target = path
    for map in maps {
      guard let next = map.target(of: target) else { return nil }
      target = next
    }
    return target
  }

  /// Where the only row with a row's identity is, if there was one and there is one.
  ///
  /// A row of a section that goes is deleted with it, and inserted elsewhere; it is the same row all the same.
  ///
  /// - Complexity: O(*n*).
  func onlyRow(like path: RowPath, in new: TableSnapshot<Section, Row>) -> RowPath? {
    guard let id = old[path]?.identity, old.count(where: { $0.identity == id }) == 1 else { return nil }
    let found = new.paths(where: { $0.identity == id })
    return found.count == 1 ? found[0] : nil
  }

  /// Whether rows of one identity are fewer than they were, and a row is one of those at the end that have no partner.
  ///
  /// The diff pairs rows of one identity as it suits the batch. By their number, a row that was deleted is not found again in
  /// one that has stayed.
  ///
  /// - Complexity: O(*d*) for *d* deleted rows; O(*n*) where one of them has the row's identity.
  func hasLost(_ path: RowPath, in new: TableSnapshot<Section, Row>) -> Bool {
    guard let id = old[path]?.identity, stages.contains(where: { $0.deletes(id) }) else { return false }
    let count = new.count { $0.identity == id }
    let number = old.sections[..<path.section].reduce(0) { $0 + $1.rows.count { $0.identity == id } }
    let inSection = old.sections[path.section].rows.prefix(path.row).count { $0.identity == id }
    return number + inSection >= count
  }

  func target(ofSection section: Int) -> Int? {
    guard old.sections.indices.contains(section) else { return nil }
    if isReloaded {
      let id = old.sections[section].identity
      let found = new.sections.indices.filter { new.sections[$0].identity == id }
      return found.count == 1 && old.sections.count { $0.identity == id } == 1 ? found[0] : nil
    }
    var target = section
    for map in maps {
      guard let next = map.target(ofSection: target) else { return nil }
      target = next
    }
    return target
  }

  /// Whether a row is still in its section, behind the nearest row before it that has stayed there, and before the nearest
  /// one behind it.
  func isInSamePlace(_ path: RowPath, _ target: RowPath) -> Bool {
    if isSame { return true }
    guard target.section == self.target(ofSection: path.section) else { return false }
    let staying = { (row: Int) -> Int? in
      self.target(of: RowPath(section: path.section, row: row)).flatMap { $0.section == target.section ? $0.row : nil }
    }
    let count = old.sections[path.section].rows.count
    if let before = (0..<path.row).reversed().lazy.compactMap(staying).first, before > target.row { return false }
    if let after = (path.row + 1..<count).lazy.compactMap(staying).first, after < target.row { return false }
    return true
  }
}

extension BatchUpdate {
  /// Whether the batch deletes a row with an identity.
  fileprivate func deletes(_ id: Row.Identity) -> Bool {
    operations.deletedRows.contains { source[$0]?.identity == id }
      || operations.deletedSections.contains { source.sections[$0].rows.contains { $0.identity == id } }
  }
}
