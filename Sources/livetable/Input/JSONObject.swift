/// An object's keys and values in the order in which they were written; a key may be there twice.
///
/// A line of CSV or of columns is one too: the column names are its keys, and all lines share them.
struct JSONObject: Sendable {
  /// The keys, shared with other objects that have the same ones.
  let columns: ColumnNames
  /// The values of the keys, in the same order.
  let values: [JSONValue]

  init(columns: ColumnNames, values: [JSONValue]) {
    precondition(columns.names.count == values.count, "an object has one value for each key")
    self.columns = columns
    self.values = values
  }

  /// The value of a key, the last one where it is there twice.
  subscript(key: String) -> JSONValue? { columns.names.lastIndex { $0.hasSameBytes(as: key) }.map { values[$0] } }

  /// The positions of the members, sorted by key; members of one key keep their order.
  var positionsSortedByKey: [Int] {
    let names = columns.names
    return names.indices.sorted { first, second in
      let (firstName, secondName) = (ExactText(names[first]), ExactText(names[second]))
      return firstName == secondName ? first < second : firstName < secondName
    }
  }

  /// The object without the members of a key.
  func removing(_ key: String) -> JSONObject {
    let kept = values.indices.filter { !columns.names[$0].hasSameBytes(as: key) }
    return JSONObject(columns: ColumnNames(kept.map { columns.names[$0] }), values: kept.map { values[$0] })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(columns: ColumnNames(members.map(\.0)), values: members.map(\.1))
  }
}

extension JSONObject: Equatable {
  /// Whether two objects have the same members, in whatever order.
  static func == (first: Self, second: Self) -> Bool {
    guard first.values.count == second.values.count else { return false }
    if first.columns == second.columns { return first.values == second.values }
    return zip(first.positionsSortedByKey, second.positionsSortedByKey).allSatisfy { position, other in
      first.columns.names[position].hasSameBytes(as: second.columns.names[other])
        && first.values[position] == second.values[other]
    }
  }
}
