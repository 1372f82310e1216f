/// Leaves columns out of rows; rows that share their column names are looked at once.
struct IgnoredColumns: Sendable {
  /// The names of the columns that are left out.
  let names: [String]
  private var last: (columns: ColumnNames, kept: [Int], names: ColumnNames)?

  init(names: [String]) { self.names = names }

  /// A row without the columns.
  mutating func removed(from object: JSONObject) -> JSONObject {
    if names.isEmpty { return object }
    if last?.columns !== object.columns {
      let ignored = Set(names.flatMap { object.columns.positions(of: $0) })
      let kept = object.values.indices.filter { !ignored.contains($0) }
      last = (object.columns, kept, ColumnNames(kept.map { object.columns.names[$0] }))
    }
    guard let last else { return object }
    return JSONObject(columns: last.names, values: last.kept.map { object.values[$0] })
  }
}
