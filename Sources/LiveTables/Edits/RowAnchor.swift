/// References to rows that were chosen in one version of a table, and can be found in another version.
///
/// In the same version, the paths are used directly, even if rows share an identity or are not equal to themselves. In
/// another version, the rows are found using the difference between the versions.
@usableFromInline package struct RowAnchor<Section: Diffable, Row: Diffable> {
  package let paths: [RowPath]
  package let table: TableSnapshot<Section, Row>
  package let condition: AnchorCondition
  /// The result of applying the edit to `table`, or `nil` if the result is unknown.
  package let result: TableSnapshot<Section, Row>?

  package init(
    _ paths: [RowPath], in table: TableSnapshot<Section, Row>, _ condition: AnchorCondition = .none,
    result: TableSnapshot<Section, Row>? = nil
  ) {
    self.result = result
    self.paths = paths
    self.table = table
    self.condition = condition
  }

  /// Returns the paths of the rows in another version, or `nil` for rows that do not satisfy the condition.
  ///
  /// - Complexity: O(1) for each row in the same version, otherwise the cost of diffing the versions.
  @usableFromInline package func places(in other: TableSnapshot<Section, Row>) -> [RowPath?] {
    let versions = VersionMap(from: table, to: other)
    return zip(paths, versions.targets(of: paths)).map { path, target in
      guard let target else { return nil }
      if condition.keepsContent {
        guard let old = table[path], other[target]?.hasSameContent(as: old) == true else { return nil }
      }
      return !condition.keepsPlace || versions.isInSamePlace(path, target) ? target : nil
    }
  }
}

/// What must not have changed for an anchor to refer to its rows.
package enum AnchorCondition: Sendable {
  case none
  case sameContent
  /// The row is in the same section, between those of its neighbors that still exist.
  case samePlace
  /// The row has the same content and position.
  case unchanged

  var keepsContent: Bool { self == .sameContent || self == .unchanged }
  var keepsPlace: Bool { self == .samePlace || self == .unchanged }
}

extension RowAnchor {
  /// Returns whether another version has fewer rows with the identity of one of these rows.
  ///
  /// - Complexity: O(*n*).
  fileprivate func isMissing(in other: TableSnapshot<Section, Row>) -> Bool {
    paths.compactMap { table[$0]?.identity }.contains { id in
      id != id || other.count { $0.identity == id } < table.count { $0.identity == id }
    }
  }

  /// Returns the result of the edit if the result is known and the table is the version in which the rows were chosen.
  @usableFromInline package func result(for other: TableSnapshot<Section, Row>) -> TableSnapshot<Section, Row>? {
    other.rope.isIdentical(to: table.rope) ? result : nil
  }
}

extension PlaceAnchor {
  /// Returns the result of the edit if the result is known and the table is the version in which the destination was
  /// chosen.
  @usableFromInline package func result(for other: TableSnapshot<Section, Row>) -> TableSnapshot<Section, Row>? {
    other.rope.isIdentical(to: table.rope) ? result : nil
  }
}

/// A reference to a destination that was chosen in one version of a table, and can be found in another version.
@usableFromInline package struct PlaceAnchor<Section: Diffable, Row: Diffable> {
  package let path: RowPath
  package let table: TableSnapshot<Section, Row>
  package let leaving: [RowPath]
  package let result: TableSnapshot<Section, Row>?
  package let returning: RowAnchor<Section, Row>?

  /// - Parameters:
  ///   - path: The path of the first row after the edit.
  ///   - leaving: The rows of the table that are removed before rows are inserted.
  ///   - returning: A row that returns to this destination. If a table already contains the row, the destination does
  ///     not exist.
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

  /// Returns the destination's path after the edit in another version of the table, or `nil` if it does not exist
  /// there.
  ///
  /// - Parameters:
  ///   - other: The other version, before rows are removed.
  ///   - gone: The paths of the removed rows in the other version.
  /// - Complexity: O(*k*) for *k* removed rows in the same version, otherwise the cost of diffing the versions.
  @usableFromInline package func path(
    in other: TableSnapshot<Section, Row>, leaving gone: [RowPath]
  ) -> RowPath? {
    let versions = VersionMap(from: table, to: other)
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

  /// Returns the position next to the nearest row that still exists.
  private func nearest(_ staying: (Int) -> Int?) -> Int? {
    guard table.sections.indices.contains(path.section) else { return nil }
    let out = Set(leaving.lazy.filter { $0.section == path.section }.map(\.row))
    // The position, including the rows that are removed.
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

/// Two versions of a table, with the positions of the old version's rows and sections in the new one.
struct VersionMap<Section: Diffable, Row: Diffable> {
  /// Whether the versions share their storage.
  let isSame: Bool
  private let old: TableSnapshot<Section, Row>
  private let new: TableSnapshot<Section, Row>
  /// Whether rows can only be matched by identity, because there is no usable difference.
  ///
  /// If both versions have the same number of rows in each section, positions are assumed to be unchanged. This is the
  /// case when a user's edits are repeated one after another.
  private let isReloaded: Bool
  /// The deleted rows and sections, as positions in the old version.
  private let deletedRows: [RowPath]
  private let deletedSections: [Int]
  /// The path maps of the stages of the difference, in order.
  private let maps: [PathMap]

  /// - Complexity: O(1) for the same version, otherwise the cost of a diff, which skips shared parts.
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

  /// Returns the paths of rows in the new version, or `nil` for rows that do not exist.
  ///
  /// A row from a deleted section that was inserted elsewhere is the same row if its identity is unique in both
  /// versions. Rows that share an identity are matched in order, and the last rows without a match do not exist.
  ///
  /// - Complexity: O(*k* + *d*) for *k* rows and *d* deleted rows, or O(*n*) if rows share an identity.
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
      // A row that is not equal to itself cannot be found.
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

  /// Returns whether a row is still in its section, between the same rows among those that have not moved.
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
