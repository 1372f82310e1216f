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
    /// Both.
    case unchanged
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
    return zip(paths, versions.targets(of: paths)).map { path, target in
      guard let target else { return nil }
      switch condition {
      case .none: return target
      case .sameContent:
        guard let old = table[path], other[target]?.hasSameContent(as: old) == true else { return nil }
        return target
      case .samePlace: return versions.isInSamePlace(path, target) ? target : nil
      case .unchanged:
        guard let old = table[path], other[target]?.hasSameContent(as: old) == true else { return nil }
        return versions.isInSamePlace(path, target) ? target : nil
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
    let count = max(gap, table.sections[path.section].rows.count)
    var before = (0..<max(0, gap)).reversed().lazy.filter { !out.contains($0) }.makeIterator()
    var after = (gap..<count).lazy.filter { !out.contains($0) }.makeIterator()
    for _ in 0..<max(0, count) {
      if let row = before.next().flatMap(staying) { return row + 1 }
      if let row = after.next().flatMap(staying) { return row }
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
  ///
  /// Where both have as many rows in each section, the places are taken to be the same: so they are where a user's edits are
  /// made again one after another.
  private let isReloaded: Bool
  /// What goes, in indices of the old version: updates, which come first, leave every row where it is.
  private let deletedRows: [RowPath]
  private let deletedSections: [Int]
  private let maps: [PathMap]

  /// - Complexity: O(1) for the same version; else that of the diff, which skips what both share.
  init(from old: TableSnapshot<Section, Row>, to new: TableSnapshot<Section, Row>) {
    self.old = old
    self.new = new
    isSame = old.rope.isIdentical(to: new.rope)
    let changeset = new.difference(from: old)
    isReloaded = !isSame && changeset.reload != nil && old.rowCounts != new.rowCounts
    deletedRows = changeset.plan.structure.deletedRows
    deletedSections = changeset.plan.structure.deletedSections
    maps = changeset.stages.map { PathMap($0.operations) }
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

  /// Where rows are; `nil` for each that is gone.
  ///
  /// A row of a section that goes is deleted with it, and inserted elsewhere; it is the same row all the same, if it was the
  /// only one with its identity and still is. Of several, the diff pairs them as it suits the batch. By their number, a
  /// row that was deleted is not found again in one that has stayed: those at the end that have no partner are gone.
  ///
  /// - Complexity: O(*k* + *d*) for *k* rows and *d* deleted ones; O(*n*) where they share an identity.
  func targets(of paths: [RowPath]) -> [RowPath?] {
    let targets = paths.map { target(of: $0) }
    if !targets.contains(nil), deletedRows.isEmpty, deletedSections.isEmpty { return targets }
    var named = IdentityIndex<Row.Identity>()
    let numbers = paths.map { path in old[path].map { named.number(of: $0.identity).number } }
    let isNamed = { (row: Row) in named.existingNumber(of: row.identity) != nil }
    guard
      zip(targets, numbers).contains(where: { $0 == nil && $1 != nil })
        || deletedRows.contains(where: { old[$0].map(isNamed) ?? false })
        || deletedSections.contains(where: { old.sections[$0].rows.contains(where: isNamed) })
    else { return targets }
    let (before, after) = (old.occurrences(of: named), new.occurrences(of: named))
    return paths.indices.map { index in
      // A row that is not equal to itself occurs nowhere.
      guard let number = numbers[index], !before[number].isEmpty else { return targets[index] }
      let found = after[number]
      if before[number].count == 1, found.count == 1 { return targets[index] ?? found[0] }
      return before[number].partitioningIndex { $0 >= paths[index] } < found.count ? targets[index] : nil
    }
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
