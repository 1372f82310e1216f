import LiveTables

/// Counts the fewest moves that any diff needs, independently of the library.
enum LeastMoves {
  /// Returns the fewest moves between flat lists of unique rows.
  static func count<Row: BenchmarkRow>(from old: [Row], to new: [Row]) -> Int {
    outOfOrder(from: old.map(\.identity), to: new.map(\.identity))
  }

  /// Returns the fewest moves between lists of unique sections with unique rows.
  ///
  /// A row that changes from one surviving section to another moves; rows of deleted or inserted sections do not.
  static func count<Row: BenchmarkRow>(from old: SectionList<Row>, to new: SectionList<Row>) -> Int {
    let newSections = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.value.id, $0) })
    let oldSections = Set(old.map(\.value.id))
    var homes: [Row.Identity: Row.Identity] = [:]
    var moves = outOfOrder(from: old.map(\.value.id), to: new.map(\.value.id))
    for section in old {
      guard let target = newSections[section.value.id] else { continue }
      for row in section.rows { homes[row.identity] = section.value.identity }
      moves += outOfOrder(from: section.rows.map(\.identity), to: new[target].rows.map(\.identity))
    }
    for section in new where oldSections.contains(section.value.id) {
      for row in section.rows {
        if let home = homes[row.identity], home != section.value.id { moves += 1 }
      }
    }
    return moves
  }

  /// Returns the number of common elements outside a longest common subsequence (Fredman, 1975).
  private static func outOfOrder<Identity: Hashable>(from old: [Identity], to new: [Identity]) -> Int {
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    var tails: [Int] = []
    var common = 0
    for identity in new {
      guard let place = places[identity] else { continue }
      common += 1
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < place { low = middle + 1 } else { high = middle }
      }
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    return common - tails.count
  }
}
