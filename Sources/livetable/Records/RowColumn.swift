/// A column, or a member of a column, that can be found in rows with different columns.
struct RowColumn: Hashable, Sendable {
  let name: String
  /// The index of the column in most rows.
  let index: Int
  /// Whether the name is case-sensitive.
  let isExact: Bool
  private(set) var style: NumberStyle = []

  init(_ name: String, index: Int = 0, isExact: Bool = false) {
    self.name = name
    self.index = index
    self.isExact = isExact
  }

  /// Finds a column by name among all columns that rows have had.
  init(_ name: String, among columns: [String]) {
    let folded = name.lowercased()
    let similar = columns.indices.filter { columns[$0].lowercased() == folded }
    let exact = columns.firstIndex { $0.hasSameBytes(as: name) }
    let index = exact ?? (similar.count == 1 ? similar[0] : nil)
    self.init(index.map { columns[$0] } ?? name, index: index ?? 0, isExact: exact != nil && similar.count > 1)
  }

  /// Returns the column with the number style that the given rows determine.
  ///
  /// - Complexity: O(1), because it reads only the first rows.
  func styled(for rows: some Sequence<Record>) -> Self {
    var column = self
    column.style = NumberStyle(of: rows.prefix(1_000).compactMap { value(in: $0.object)?.printed })
    if Self.titlesOfKibibytes.contains(name) { column.style.insert(.kibibytes) }
    return column
  }

  /// The titles of columns in which `ps`, `top` and `df` print KiB.
  private static let titlesOfKibibytes: Set = ["RSS", "RSZ", "VSZ", "VIRT", "RES", "SHR", "1K-blocks", "1024-blocks"]

  /// Returns whether no column has the name, and no row has a member at this path.
  static func isMissing(_ name: String, in rows: some Sequence<Record>, columns: [String]) -> Bool {
    guard ColumnNames(columns).indices(of: name).isEmpty else { return false }
    let column = RowColumn(name)
    return !rows.contains { column.value(in: $0.object) != nil }
  }

  /// Returns the value in a row, or `nil` if the row does not have the column.
  ///
  /// - Complexity: O(1) if the column is at its usual index, else O(*c*) for *c* columns.
  func value(in object: JSONObject) -> JSONValue? {
    index(in: object).map { object.values[$0] } ?? object.member(at: name)
  }

  /// Returns the index of the column in a row, or `nil` if the row does not have the column.
  ///
  /// - Complexity: O(1) if the column is at its usual index, else O(*c*) for *c* columns.
  func index(in object: JSONObject) -> Int? {
    let names = object.columns.names
    if index < names.count, names[index].hasSameBytes(as: name) { return index }
    return otherIndex(in: object.columns)
  }

  private func otherIndex(in columns: ColumnNames) -> Int? {
    if isExact { return columns.names.lastIndex { $0.hasSameBytes(as: name) } }
    // If several columns match, the row was already reported.
    let matches = columns.indices(of: name)
    return matches.count == 1 ? matches[0] : nil
  }
}
