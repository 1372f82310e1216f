/// Two versions of a table, with the positions of the old version's rows and sections in the new one.
struct VersionMap<Section: Diffable, Row: Diffable> {
  /// Whether the versions share their storage.
  let isSame: Bool
  private let old: TableSnapshot<Section, Row>
  private let new: TableSnapshot<Section, Row>
  /// Whether rows can only be matched by identity, because there is no usable difference.
  ///
  /// If both versions have the same row counts, positions are assumed to be unchanged, as when a user's edits are
  /// repeated one after another.
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
  /// versions. Rows that share an identity are matched in order.
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
