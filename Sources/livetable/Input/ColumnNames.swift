/// The names of the columns of a row, in order; rows that have the same ones share them.
final class ColumnNames: Sendable {
  /// The names, which need not differ.
  let names: [String]

  /// Whether some name is there twice.
  let hasRepeats: Bool

  init(_ names: [String]) {
    self.names = names
    hasRepeats = Set(names.lazy.map { ExactText($0) }).count < names.count
  }

  /// Finds a column by its name: an exact match first, then one without regard to case.
  ///
  /// Of several columns with exactly this name, the last one is found, as most readers of JSON do.
  ///
  /// - Throws: The names that match, where none does exactly and several do without regard to case.
  func position(of name: String) throws(AmbiguousColumn) -> Int? {
    let matches = positions(of: name)
    guard matches.count <= 1 else { throw AmbiguousColumn(name: name, matches: matches.map { names[$0] }) }
    return matches.first
  }

  /// The position of the last column with exactly this name, or else of all that differ in the case of letters alone.
  func positions(of name: String) -> [Int] {
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

/// Several columns match a name without regard to case.
struct AmbiguousColumn: Error, Equatable {
  /// The name that was asked for.
  var name: String
  /// The columns that match it.
  var matches: [String]
}

extension [String] {
  /// The names, of which those that were there before get a number.
  var unique: [String] {
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
