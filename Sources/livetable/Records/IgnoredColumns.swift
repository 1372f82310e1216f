/// Removes columns from rows, with a cache for rows that share their column names.
struct IgnoredColumns: Equatable, Sendable {
  static func == (one: Self, other: Self) -> Bool { one.names == other.names }

  let names: [String]
  private var last: (columns: ColumnNames, kept: [Int], names: ColumnNames, paths: [String])?

  init(names: [String]) { self.names = names }

  func areDifferent(_ old: Record, _ new: Record) -> Bool {
    if names.isEmpty { return !old.hasSameContent(as: new) }
    var finder = self
    return finder.removed(from: old.object) != finder.removed(from: new.object)
  }

  mutating func removed(from object: JSONObject) -> JSONObject {
    if names.isEmpty { return object }
    if last?.columns !== object.columns {
      let ignored = Set(names.flatMap { object.columns.indices(of: $0) })
      let kept = object.values.indices.filter { !ignored.contains($0) }
      let paths = names.filter { object.columns.indices(of: $0).isEmpty }
      last = (object.columns, kept, ColumnNames(kept.map { object.columns.names[$0] }), paths)
    }
    guard let last else { return object }
    let rest = JSONObject(columns: last.names, values: last.kept.map { object.values[$0] })
    return last.paths.reduce(rest) { $0.removing(at: $1) }
  }
}
