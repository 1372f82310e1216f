import Foundation

/// What a table view calls a row, a collection view calls an item.
struct StandInWording {
  let row: String
  let rows: String
  let view: String

  static let table = StandInWording(row: "row", rows: "rows", view: "table view")
  static let collection = StandInWording(row: "item", rows: "items", view: "collection view")

  /// An index path, as it is printed in exceptions.
  static func name(_ path: IndexPath) -> String {
    "<NSIndexPath> {length = \(path.count), path = \(path.map(String.init).joined(separator: " - "))}"
  }
}

/// What one batch update was told to do.
///
/// Deletions, reloads and the sources of moves are places before, insertions and the targets of moves are places after.
struct StandInUpdates {
  struct Move<Place: Hashable>: Hashable {
    let from: Place
    let to: Place
  }

  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Move<Int>] = []
  var reloadedSections: [Int] = []
  var deletedRows: [IndexPath] = []
  var insertedRows: [IndexPath] = []
  var movedRows: [Move<IndexPath>] = []
  var reloadedRows: [IndexPath] = []
  var reconfiguredRows: [IndexPath] = []

  var isStructural: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deletedRows.isEmpty
      && insertedRows.isEmpty && movedRows.isEmpty)
  }

  var isEmpty: Bool {
    !isStructural && reloadedSections.isEmpty && reloadedRows.isEmpty && reconfiguredRows.isEmpty
  }

  /// The same with every reload as a deletion and an insertion.
  ///
  /// Where the insertion goes depends on the other deletions and insertions, and not on the moves.
  var rewritten: StandInUpdates {
    var result = self
    for section in reloadedSections {
      result.deletedSections.append(section)
      result.insertedSections.append(shifted(section, deletedSections, insertedSections))
    }
    for path in reloadedRows where !reloadedSections.contains(path.section) {
      result.deletedRows.append(path)
      let section = shifted(path.section, deletedSections, insertedSections)
      let row = shifted(
        path.item, deletedRows.filter { $0.section == path.section }.map(\.item),
        insertedRows.filter { $0.section == section }.map(\.item))
      result.insertedRows.append(IndexPath(item: row, section: section))
    }
    result.reloadedSections = []
    result.reloadedRows = []
    result.movedSections = distinct(result.movedSections)
    result.movedRows = distinct(result.movedRows)
    return result
  }

  private func shifted(_ index: Int, _ deleted: [Int], _ inserted: [Int]) -> Int {
    var index = index - Set(deleted).filter { $0 < index }.count
    for insertion in Set(inserted).sorted() where insertion <= index { index += 1 }
    return index
  }

  /// An exact repetition of a move is none.
  private func distinct<Place>(_ moves: [Move<Place>]) -> [Move<Place>] {
    var seen: Set<Move<Place>> = []
    return moves.filter { seen.insert($0).inserted }
  }
}

/// Where everything goes in a batch that is legal.
struct StandInMap {
  /// For each section before, its index after.
  private(set) var sections: [Int?]
  /// For each row before, its path after.
  private(set) var rows: [[IndexPath?]]

  init(_ updates: StandInUpdates, before: [Int], after: [Int]) {
    let updates = updates.rewritten
    sections = Self.places(
      count: before.count, leaving: updates.deletedSections, arriving: updates.insertedSections,
      moves: updates.movedSections, countAfter: after.count)
    rows = before.map { Array(repeating: nil, count: $0) }
    for (section, target) in sections.enumerated() {
      guard let target else { continue }
      let leaving = updates.deletedRows.filter { $0.section == section }.map(\.item)
      let arriving = updates.insertedRows.filter { $0.section == target }.map(\.item)
      let leavingBy = updates.movedRows.filter { $0.from.section == section }.map(\.from.item)
      let arrivingBy = updates.movedRows.filter { $0.to.section == target }.map(\.to.item)
      let places = Self.places(
        count: before[section], leaving: leaving + leavingBy, arriving: arriving + arrivingBy, moves: [],
        countAfter: after[target])
      rows[section] = places.map { $0.map { IndexPath(item: $0, section: target) } }
    }
    for move in updates.movedRows { rows[move.from.section][move.from.item] = move.to }
  }

  func target(of path: IndexPath) -> IndexPath? {
    guard rows.indices.contains(path.section), rows[path.section].indices.contains(path.item) else { return nil }
    return rows[path.section][path.item]
  }

  func target(ofSection section: Int) -> Int? { sections.indices.contains(section) ? sections[section] : nil }

  /// What neither leaves nor moves fills the places that are left, in order.
  private static func places(
    count: Int, leaving: [Int], arriving: [Int], moves: [StandInUpdates.Move<Int>], countAfter: Int
  ) -> [Int?] {
    var result: [Int?] = Array(repeating: nil, count: count)
    let gone = Set(leaving + moves.map(\.from))
    let taken = Set(arriving + moves.map(\.to))
    let free = (0..<countAfter).filter { !taken.contains($0) }
    for (source, target) in zip((0..<count).filter { !gone.contains($0) }, free) { result[source] = target }
    for move in moves { result[move.from] = move.to }
    return result
  }
}
