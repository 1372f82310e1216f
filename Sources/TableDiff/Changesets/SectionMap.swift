/// Which section of the table after a batch is which one of the table before it.
struct SectionMap {
  private let leaving: IndexList
  private let arriving: IndexList
  private let inserted: Set<Int>
  private var origins: [Int: Int] = [:]

  /// - Complexity: O(*k* log *k*) for *k* operations on sections.
  init(_ batch: BatchOperations) {
    leaving = IndexList(batch.deletedSections + batch.movedSections.map(\.from))
    arriving = IndexList(batch.insertedSections + batch.movedSections.map(\.to))
    inserted = Set(batch.insertedSections)
    for move in batch.movedSections { origins[move.to] = move.from }
  }

  /// The index before the batch of the section with an index after it; `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*).
  func source(of target: Int) -> Int? {
    if inserted.contains(target) { return nil }
    return origins[target] ?? leaving.other(target &- arriving.count(below: target))
  }
}
