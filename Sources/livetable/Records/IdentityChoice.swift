/// The columns that identify rows if the command line names none.
///
/// A column named `id` identifies the rows if there is one. Otherwise, the first column with unique values, or the
/// first few columns that are unique together, identify them. Columns with measures, such as sizes, times and shares,
/// are never used.
struct IdentityChoice: Equatable, Sendable {
  /// The names of the columns, or none to identify rows by their positions.
  var columns: [String]

  /// Chooses columns for several tables, for example the two tables of a comparison.
  ///
  /// - Throws: An error if several columns match `id`.
  /// - Complexity: O(*n*) for *n* values.
  init(for tables: [InputTable]) throws(InputError) {
    columns = try Self.columnNamedID(tables).map { [$0] } ?? Self.uniqueColumns(of: tables)
  }

  /// Chooses columns for rows that arrive one by one, among which only `id` is certain to identify rows.
  ///
  /// - Throws: An error if several columns match `id`.
  init(forRowsLike row: InputTable) throws(InputError) {
    columns = try Self.columnNamedID([row]).map { [$0] } ?? (row.rows.isEmpty ? ["id"] : [])
  }

  private static func columnNamedID(_ tables: [InputTable]) throws(InputError) -> String? {
    for table in tables {
      for columns in table.differentColumns {
        do {
          if try columns.index(of: "id") != nil { return "id" }
        } catch {
          throw error.inputError(source: table.source, option: "--id")
        }
      }
    }
    return nil
  }

  private static func uniqueColumns(of tables: [InputTable]) -> [String] {
    guard let names = tables.lazy.flatMap(\.differentColumns).first(where: { !$0.names.isEmpty })?.names else {
      return tables.allSatisfy(\.rows.isEmpty) ? ["id"] : []
    }
    let isNamed = tables.allSatisfy(\.hasTitles)
    if !isNamed, tables.allSatisfy({ $0.rows.count <= 1 }) { return [] }
    let candidates = names.indices.map { Candidate(name: names[$0], index: $0, tables: tables) }
    func isUnique(_ columns: [Candidate]) -> Bool { tables.allSatisfy { $0.isUnique(columns.map(\.name)) } }
    // A name is unique only within its namespace, even if all names in this output differ.
    if candidates[0].name.lowercased() == "namespace",
      let name = candidates.first(where: { $0.name.lowercased() == "name" }),
      isUnique([candidates[0], name])
    {
      return [candidates[0].name, name.name]
    }
    let keys = candidates.filter(\.isNamedLikeKey)
    if let key = keys.first(where: { isUnique([$0]) }) { return [key.name] }
    let first = candidates[0]
    let kind = first.kind
    if kind == .text || kind == .wholeNumber && isNamed, isUnique([first]) { return [first.name] }
    let texts = candidates.filter { $0.kind == .text }
    let choices = texts.map { [$0] } + (2..<max(2, min(texts.count, 4) + 1)).map { Array(texts.prefix($0)) }
    if let unique = choices.first(where: isUnique) { return unique.map(\.name) }
    // The columns that distinguish the most rows; rows that are still the same are matched by position.
    var best = (columns: [first], count: 0)
    for columns in choices {
      let count = tables.reduce(0) { $0 + $1.distinctCount(columns.map(\.name)) }
      if count > best.count { best = (columns, count) }
    }
    return best.columns.map(\.name)
  }

  private struct Candidate {
    enum Kind { case text, wholeNumber, measure, missing }

    let name: String
    let index: Int
    let tables: [InputTable]

    /// The kind of the values.
    ///
    /// - Complexity: O(*n*) for *n* rows, unless one of the first rows shows that the column has texts.
    var kind: Kind {
      let column = RowColumn(name, index: index, isExact: true)
      var (areMeasures, areWholeNumbers) = (true, true)
      for table in tables {
        for row in table.rows {
          guard let value = column.value(in: row.object), value != .null else { return .missing }
          let text = value.printed
          if areWholeNumbers, Int(text) == nil { areWholeNumbers = false }
          if areMeasures, !text.isEmpty, !text.isMeasure { areMeasures = false }
          if !areWholeNumbers, !areMeasures { return .text }
        }
      }
      return areWholeNumbers ? .wholeNumber : .measure
    }

    /// Whether the text is a common name for a key, such as `PID`, `CONTAINER ID`, or `uuid`.
    var isNamedLikeKey: Bool {
      let name = name.lowercased()
      let isKey = ["pid", "tid", "uuid", "guid", "key", "inode"].contains(name)
      return (isKey || name.hasSuffix(" id") || name.hasSuffix("_id")) && kind != .missing
    }
  }
}

extension InputTable {
  /// Whether the columns have names rather than only numbers.
  fileprivate var hasTitles: Bool { header.map { $0.names.first != "1" } ?? true }

  /// The number of different values of some columns in the first thousand rows.
  fileprivate func distinctCount(_ names: [String]) -> Int {
    let columns = names.map { RowColumn($0, isExact: true) }
    return Set(rows.prefix(1_000).map { Self.key(of: $0, columns) }).count
  }

  func isUnique(_ names: [String]) -> Bool {
    let columns = names.map { RowColumn($0, isExact: true) }
    var seen: Set<[ExactText]> = []
    seen.reserveCapacity(rows.count)
    return rows.allSatisfy { seen.insert(Self.key(of: $0, columns)).inserted }
  }

  private static func key(of row: InputRow, _ columns: [RowColumn]) -> [ExactText] {
    columns.map { ExactText($0.value(in: row.object)?.printed ?? "") }
  }

  /// The columns of the header and of the rows, omitting columns equal to the previous row's.
  var differentColumns: [ColumnNames] {
    var found = header.map { [$0] } ?? []
    if header == nil {
      for row in rows where row.object.columns !== found.last { found.append(row.object.columns) }
    }
    return found
  }
}
