/// The keys and values of an object, in order and possibly with repeated keys.
///
/// A line of CSV or of columns is also represented by an object, whose keys are the column names shared by all lines.
struct JSONObject: Sendable {
  /// The keys, shared with other objects that have the same keys.
  let columns: ColumnNames
  let values: [JSONValue]

  init(columns: ColumnNames, values: [JSONValue]) {
    precondition(columns.names.count == values.count, "an object has one value for each key")
    self.columns = columns
    self.values = values
  }

  subscript(key: String) -> JSONValue? { columns.names.lastIndex { $0.hasSameBytes(as: key) }.map { values[$0] } }

  /// The positions of the members, sorted by key and then by position.
  var indicesSortedByKey: [Int] {
    let names = columns.names
    return names.indices.sorted { first, second in
      let (firstName, secondName) = (ExactText(names[first]), ExactText(names[second]))
      return firstName == secondName ? first < second : firstName < secondName
    }
  }

  func removing(_ key: String) -> JSONObject {
    let kept = values.indices.filter { !columns.names[$0].hasSameBytes(as: key) }
    return JSONObject(columns: ColumnNames(kept.map { columns.names[$0] }), values: kept.map { values[$0] })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }

  init(_ members: [(String, JSONValue)]) {
    self.init(columns: ColumnNames(members.map(\.0)), values: members.map(\.1))
  }
}

extension JSONObject: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    guard first.values.count == second.values.count else { return false }
    if first.columns == second.columns { return first.values == second.values }
    return zip(first.indicesSortedByKey, second.indicesSortedByKey).allSatisfy { position, other in
      first.columns.names[position].hasSameBytes(as: second.columns.names[other])
        && first.values[position] == second.values[other]
    }
  }
}
