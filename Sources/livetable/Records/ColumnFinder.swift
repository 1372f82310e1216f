/// Finds a named column in row after row; rows that share their column names are looked at once.
struct ColumnFinder: Sendable {
  /// The name of the column.
  let name: String
  private var last: (columns: ColumnNames, position: Int?)?

  init(_ name: String) {
    self.name = name
  }

  /// The value of the column in a row, or `nil` where the row does not have it.
  ///
  /// - Throws: The columns that match, where only the case of the name's letters differs and several do.
  mutating func value(in object: JSONObject) throws(AmbiguousColumn) -> JSONValue? {
    if last?.columns !== object.columns {
      last = (object.columns, try object.columns.position(of: name))
    }
    return last?.position.map { object.values[$0] } ?? object.member(at: name)
  }
}

extension JSONObject {
  /// The value at a path of keys, such as `status.phase`, or of the places of elements, such as `ports.0.name`.
  fileprivate func member(at path: String) -> JSONValue? {
    guard path.contains(".") else { return nil }
    var value = JSONValue.object(self)
    for key in path.split(separator: ".") {
      switch value {
      case .object(let object):
        guard let position = object.columns.names.lastIndex(where: { $0 == key }) else { return nil }
        value = object.values[position]
      case .array(let values):
        guard let place = Int(key), values.indices.contains(place) else { return nil }
        value = values[place]
      default: return nil
      }
    }
    return value
  }
}
