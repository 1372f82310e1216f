/// The names of a row's columns, in order, shared by rows with the same columns.
final class ColumnNames: Sendable {
  let names: [String]

  let hasRepeats: Bool

  init(_ names: [String]) {
    self.names = names
    hasRepeats = Set(names.lazy.map { ExactText($0) }).count < names.count
  }

  /// Finds a column by its exact name or, if there is none, by its name without regard to case.
  ///
  /// If several columns match exactly, the last one is returned, as in most JSON readers.
  ///
  /// - Throws: The matching names, if no name matches exactly and several match without regard to case.
  func index(of name: String) throws(AmbiguousColumn) -> Int? {
    let matches = indices(of: name)
    guard matches.count <= 1 else { throw AmbiguousColumn(name: name, matches: matches.map { names[$0] }) }
    return matches.first
  }

  /// Returns the index of the last exact match, or else the indices of all matches without regard to case.
  func indices(of name: String) -> [Int] {
    if let exact = names.lastIndex(where: { $0.hasSameBytes(as: name) }) { return [exact] }
    let folded = name.lowercased()
    return names.indices.filter { names[$0].lowercased() == folded }
  }
}

extension ColumnNames: Equatable {
  static func == (first: ColumnNames, second: ColumnNames) -> Bool {
    first === second
      || first.names.count == second.names.count
        && zip(first.names, second.names).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}

struct AmbiguousColumn: Error, Equatable {
  var name: String
  var matches: [String]
}

extension [String] {
  /// The names with numbers after repeated names, as in `size`, `size 2`.
  var numberingRepeats: [String] {
    var seen: Set<ExactText> = []
    return map { name in
      var unique = name
      var number = 2
      while !seen.insert(ExactText(unique)).inserted {
        unique = "\(name) \(number)"
        number += 1
      }
      return unique
    }
  }
}
