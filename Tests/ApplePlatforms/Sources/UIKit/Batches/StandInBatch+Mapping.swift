/// The new positions of sections and rows after a batch. Not UIKit API.
public struct StandInMapping: Sendable {
  let sections: [Int: Int]
  let paths: [IndexPath: IndexPath]

  /// Returns the index path of a row after the batch, or `nil` if the row was deleted or reloaded.
  public func target(of path: IndexPath) -> IndexPath? { paths[path] }

  /// Returns the index of a section after the batch, or `nil` if the section was deleted or reloaded.
  public func target(ofSection section: Int) -> Int? { sections[section] }
}

extension StandInBatch {
  /// Returns the old and new indices of all remaining sections; sections that are not moved keep their order.
  func survivors(before: Int, after: Int) -> [(Int, Int)] {
    let moves = Dictionary(movedSections.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    let stay = pair(
      Array(0..<before), gone: Set(deletedSections).union(moves.keys), Array(0..<after),
      new: Set(insertedSections).union(moves.values))
    return stay + moves.map { ($0.key, $0.value) }
  }

  /// Returns the new positions of all sections and rows for a valid batch.
  public func mapping(before: [Int], after: [Int]) -> StandInMapping {
    let batch = rewritten(before: before)
    let moves = Dictionary(batch.moved.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    let gone = Set(batch.deleted).union(moves.keys)
    let new = Set(batch.inserted).union(moves.values)
    var paths = moves
    var sections: [Int: Int] = [:]
    for (old, target) in batch.survivors(before: before.count, after: after.count) {
      sections[old] = target
      let rows = pair(
        (0..<before[old]).map { IndexPath(row: $0, section: old) }, gone: gone,
        (0..<after[target]).map { IndexPath(row: $0, section: target) }, new: new)
      for (row, other) in rows { paths[row] = other }
    }
    return StandInMapping(sections: sections, paths: paths)
  }

  private func pair<Index: Hashable>(
    _ before: [Index], gone: Set<Index>, _ after: [Index], new: Set<Index>
  ) -> [(Index, Index)] {
    Array(zip(before.filter { !gone.contains($0) }, after.filter { !new.contains($0) }))
  }
}
