public import LiveTablesCells

/// A generator for random tables.
///
/// ```swift
/// var tables = RandomTables(seed: 42)
/// let table = tables.next()
/// ```
///
/// To check pairs of a table and an edited version of it, use ``firstFailure(seeds:_:_:)``.
public struct RandomTables: Sendable {
  /// The kind of tables to generate.
  public struct Kind: Hashable, Sendable {
    package var sections = 5
    /// The maximum number of rows in a table.
    package var rows = 20
    /// Whether several rows or sections can have the same identity.
    package var hasDuplicates = false
    /// The maximum number of edits between two tables.
    package var edits = 6

    /// Creates the default kind of tables.
    public init() {}

    /// Small tables, which make failures easy to read.
    public static let small = Kind(sections: 3, rows: 6, edits: 4)
    /// Tables in which rows and sections share identities.
    public static let duplicates = Kind(hasDuplicates: true)
    /// Large tables whose storage has many leaves.
    package static let large = Kind(sections: 12, rows: 3_000, edits: 12)

    private init(sections: Int = 5, rows: Int = 20, hasDuplicates: Bool = false, edits: Int = 6) {
      self.sections = sections
      self.rows = rows
      self.hasDuplicates = hasDuplicates
      self.edits = edits
    }
  }

  package var seed: UInt64 { generator.seed }

  package let kind: Kind

  private var generator: SeededGenerator
  private var freshID: Int

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: The seed. Equal seeds generate equal tables.
  ///   - kind: The kind of tables to generate.
  public init(seed: UInt64, _ kind: Kind = Kind()) {
    generator = SeededGenerator(seed: seed)
    self.kind = kind
    freshID = kind.rows
  }

  /// Returns a table that is unrelated to earlier tables, but uses the same set of identities.
  public mutating func next() -> SampleTable {
    var ids = (0..<kind.rows).map { kind.hasDuplicates ? generator.roll(0...kind.rows / 3) : $0 }
    ids.shuffle(using: &generator)
    var sectionIDs = (0..<kind.sections + 2).map { kind.hasDuplicates ? generator.roll(0...kind.sections / 2) : $0 }
    sectionIDs.shuffle(using: &generator)
    return TableSnapshot(
      sections: sectionIDs.prefix(generator.roll(0...kind.sections)).map { id in
        let count = min(ids.count, generator.roll(0...max(1, 2 * kind.rows / max(1, kind.sections))))
        defer { ids.removeLast(count) }
        return TableSection(
          SampleSection(id, content: generator.roll(0...1)),
          rows: ids.suffix(count).map { SampleRow($0, content: generator.roll(0...1)) })
      })
  }

  /// Returns an edited version of a table.
  ///
  /// Sometimes the result is an equal or unrelated table, or a table that shares no storage.
  package mutating func next(after table: SampleTable) -> SampleTable {
    if generator.chance(1, in: 8) { return next() }
    var result = table
    for _ in 0..<generator.roll(0...kind.edits) { edit(&result) }
    if generator.chance(1, in: 2) { return result }
    return TableSnapshot(sections: result.sections.map { TableSection($0.value, rows: Array($0.rows)) })
  }

  package mutating func pair() -> (old: SampleTable, new: SampleTable) {
    let old = next()
    return (old, next(after: old))
  }

  private mutating func edit(_ table: inout SampleTable) {
    if table.sections.isEmpty || generator.chance(1, in: 10) {
      return insertSection(SectionRows([]), in: &table)
    }
    let section = generator.roll(0...table.sections.count - 1)
    let path = anyPath(in: table, section)
    switch generator.roll(0...9) {
    case 0, 1: table.remove(at: path)
    case 2, 3:
      freshID += 1
      let id = kind.hasDuplicates ? generator.roll(0...kind.rows / 3) : freshID
      table.insert(SampleRow(id, content: generator.roll(0...1)), at: path)
    case 4, 5: table.move(from: path, to: anyPath(in: table, generator.roll(0...table.sections.count - 1)))
    case 6: table.update(.path(path)) { $0.content += 1 }
    case 7: table.moveSections(.index(section), to: .index(generator.roll(0...table.sections.count - 1)))
    case 8:
      var value = table.sections[section].value
      value.content += 1
      table.replace(section: section, with: value)
    default:
      let rows = table.remove(section: section)?.rows ?? SectionRows([])
      if generator.chance(1, in: 2) { insertSection(rows, in: &table) }
    }
  }

  private mutating func insertSection(_ rows: SectionRows<SampleRow>, in table: inout SampleTable) {
    freshID += 1
    let id = kind.hasDuplicates ? generator.roll(0...kind.sections / 2) : freshID
    table.insert(TableSection(SampleSection(id), rows: rows), atSection: generator.roll(0...table.sections.count))
  }

  private mutating func anyPath(in table: SampleTable, _ section: Int) -> RowPath {
    RowPath(section: section, row: generator.roll(0...max(0, table.sections[section].rows.count - 1)))
  }
}
