import LiveTables

/// Sections as arrays, for libraries without a table type.
typealias SectionList<Row: BenchmarkRow> = [(value: Heading<Row.Identity>, rows: [Row])]

/// Heckel's diff of the sections, and then of the rows of all sections, which can move between them.
struct HeckelSections {
  var sections: Heckel
  var deleted: [RowPath] = []
  var inserted: [RowPath] = []
  var updated: [RowPath] = []
  var moved: [(from: RowPath, to: RowPath)] = []

  var count: Int { sections.count + deleted.count + inserted.count + updated.count + moved.count }

  var moveCount: Int { sections.moved.count + moved.count }

  init<Row: BenchmarkRow>(from old: SectionList<Row>, to new: SectionList<Row>) {
    sections = Heckel(from: old.map(\.value), to: new.map(\.value))
    let (newOfOld, oldOfNew) = Self.pair(old, new)
    var deletedBefore: [[Int]] = []
    for (section, values) in old.enumerated() {
      var offsets: [Int] = []
      offsets.reserveCapacity(values.rows.count)
      var count = 0
      for row in values.rows.indices {
        offsets.append(count)
        let target = newOfOld[section][row]
        if target.row < 0 { deleted.append(RowPath(section: section, row: row)) }
        if target.row < 0 || sections.oldOfNew[target.section] != section { count += 1 }
      }
      deletedBefore.append(offsets)
    }
    for (section, values) in new.enumerated() {
      var arrived = 0
      for row in values.rows.indices {
        let target = RowPath(section: section, row: row)
        let source = oldOfNew[section][row]
        if source.row < 0 {
          inserted.append(target)
          arrived += 1
          continue
        }
        if !old[source.section].rows[source.row].hasSameContent(as: values.rows[row]) { updated.append(source) }
        if sections.newOfOld[source.section] != section {
          moved.append((source, target))
          arrived += 1
        } else if source.row - deletedBefore[source.section][source.row] + arrived != row {
          moved.append((source, target))
        }
      }
    }
  }

  private static func pair<Row: BenchmarkRow>(
    _ old: SectionList<Row>, _ new: SectionList<Row>
  ) -> (newOfOld: [[RowPath]], oldOfNew: [[RowPath]]) {
    let lines = HeckelLines(old: old.flatMap(\.rows), new: new.flatMap(\.rows))
    let oldPaths = paths(old)
    let newPaths = paths(new)
    let nowhere = RowPath(section: 0, row: -1)
    var newOfOld = old.map { [RowPath](repeating: nowhere, count: $0.rows.count) }
    var oldOfNew = new.map { [RowPath](repeating: nowhere, count: $0.rows.count) }
    for (line, path) in oldPaths.enumerated() where lines.old[line].counterpart >= 0 {
      newOfOld[path.section][path.row] = newPaths[lines.old[line].counterpart]
    }
    for (line, path) in newPaths.enumerated() where lines.new[line].counterpart >= 0 {
      oldOfNew[path.section][path.row] = oldPaths[lines.new[line].counterpart]
    }
    return (newOfOld, oldOfNew)
  }

  private static func paths<Row>(_ list: SectionList<Row>) -> [RowPath] {
    list.enumerated().flatMap { section, values in values.rows.indices.map { RowPath(section: section, row: $0) } }
  }
}
