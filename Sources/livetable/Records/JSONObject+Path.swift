extension JSONObject {
  /// Returns the value at a path of keys and indices, such as `status.phase` or `ports.0.name`.
  func member(at path: String) -> JSONValue? {
    guard path.contains(".") else { return nil }
    var value = JSONValue.object(self)
    for key in path.split(separator: ".") {
      guard let index = value.index(of: key) else { return nil }
      value = value.parts[index]
    }
    return value
  }

  func removing(at path: String) -> JSONObject {
    let rest = JSONValue.object(self).removing(path.split(separator: ".")[...])
    if case .object(let object) = rest { return object }
    return self
  }
}

extension JSONValue {
  fileprivate var parts: [JSONValue] {
    switch self {
    case .object(let object): object.values
    case .array(let values): values
    default: []
    }
  }

  /// Returns the index of an element, or of a key, which is matched like a column name.
  fileprivate func index(of key: Substring) -> Int? {
    switch self {
    case .object(let object):
      let matches = object.columns.indices(of: String(key))
      return matches.count == 1 ? matches[0] : nil
    case .array(let values): return Int(key).flatMap { values.indices.contains($0) ? $0 : nil }
    default: return nil
    }
  }

  fileprivate func removing(_ path: ArraySlice<Substring>) -> JSONValue {
    guard let key = path.first, let index = index(of: key) else { return self }
    var (parts, rest) = (parts, path.dropFirst())
    if rest.isEmpty { parts.remove(at: index) } else { parts[index] = parts[index].removing(rest) }
    guard case .object(let object) = self else { return .array(parts) }
    var names = object.columns.names
    if rest.isEmpty { names.remove(at: index) }
    return .object(JSONObject(columns: rest.isEmpty ? ColumnNames(names) : object.columns, values: parts))
  }
}
