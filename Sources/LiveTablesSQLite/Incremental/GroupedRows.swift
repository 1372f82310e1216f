#if SQLite
internal import LiveTables

/// A table of query results that is updated row by row.
///
/// The sections are in the order of their first rows, and every row is in the section of its group.
struct GroupedRows<Section: Diffable & Sendable, Value: Sendable> {
  typealias Row = QueryRow<Value>

  private(set) var table: TableSnapshot<Section, Row>
  private(set) var groups: [SQLiteValue]
  private let isGrouped: Bool
  /// The groups whose first row may have changed.
  private var unsettled: Set<SQLiteValue> = []

  init(_ table: TableSnapshot<Section, Row>, _ groups: [SQLiteValue], isGrouped: Bool) {
    self.table = table
    self.groups = groups
    self.isGrouped = isGrouped
  }

  private func rows(of section: Int) -> SectionRows<Row>? {
    table.sections.indices.contains(section) ? table.sections[section].rows : nil
  }

  private func section(of group: SQLiteValue) -> Int? { isGrouped ? groups.firstIndex(of: group) : 0 }

  /// Returns the paths of rows, which are found by the values that determine the order.
  ///
  /// - Throws: ``NotIncremental`` if a row is not found.
  func paths(of rows: [KeyedRow], _ positions: RowPositions) throws -> [RowPath] {
    try rows.map { row in
      guard let section = section(of: row.group), let shown = self.rows(of: section) else {
        throw NotIncremental("the section of a row is not there")
      }
      let position = try positions.position(of: row, in: shown.count) { shown[$0].id }
      guard position < shown.count, shown[position].id == row.id else {
        throw NotIncremental("a row is not where its order has it")
      }
      return RowPath(section: section, row: position)
    }
  }

  func paths(of ids: Set<RowID>) -> [RowPath] {
    var paths: [RowPath] = []
    let only = ids.count == 1 ? ids.first : nil
    for (section, rows) in table.sections.lazy.map(\.rows).enumerated() {
      for (position, row) in rows.enumerated() where only.map({ $0 == row.id }) ?? ids.contains(row.id) {
        paths.append(RowPath(section: section, row: position))
      }
    }
    return paths
  }

  mutating func replace(at path: RowPath, with row: Row) { table.replace(at: path, with: row) }

  /// Removes rows, but keeps empty sections until ``settle(_:_:row:)`` is called.
  mutating func remove(at paths: [RowPath]) {
    for path in paths where path.row == 0 { unsettled.insert(groups[path.section]) }
    table.remove(at: paths)
  }

  mutating func insert(
    _ row: Row, _ keyed: KeyedRow, _ positions: RowPositions, section value: (SQLiteValue) throws -> Section
  ) throws {
    guard let section = section(of: keyed.group) else {
      table.insert(TableSection(try value(keyed.group), rows: [row]), atSection: groups.count)
      groups.append(keyed.group)
      unsettled.insert(keyed.group)
      return
    }
    guard let rows = rows(of: section) else { throw NotIncremental("a section is not there") }
    let position = try positions.position(of: keyed, in: rows.count) { rows[$0].id }
    if position == 0 { unsettled.insert(keyed.group) }
    table.insert(row, at: RowPath(section: section, row: position))
  }

  /// Removes empty sections, and reorders sections whose first rows have changed.
  ///
  /// - Parameter row: A closure that reads a row with its order values.
  mutating func settle(_ positions: RowPositions, row: (RowID) throws -> KeyedRow?) throws {
    if !isGrouped || unsettled.isEmpty { return }
    var moved: [(section: TableSection<Section, Row>, group: SQLiteValue)] = []
    for index in groups.indices.reversed() where unsettled.contains(groups[index]) {
      guard let section = table.remove(section: index) else { continue }
      let group = groups.remove(at: index)
      if !section.rows.isEmpty { moved.append((section, group)) }
    }
    for (section, group) in moved {
      guard let first = section.rows.first, let key = try row(first.id) else {
        throw NotIncremental("a row that was shown is not there")
      }
      let sections = table.sections
      let position = try positions.position(of: key, in: sections.count) { sections[$0].rows[0].id }
      table.insert(section, atSection: position)
      groups.insert(group, at: position)
    }
  }
}
#endif
