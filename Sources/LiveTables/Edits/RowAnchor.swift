/// References to rows that were chosen in one version of a table, and can be found in another version.
///
/// In the same version, the paths are used directly, even if rows share an identity or are not equal to themselves.
/// Otherwise, the rows are found using the difference between the versions.
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

  /// Returns the destination's path after the edit in another version of the table, or `nil` if it does not exist.
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
