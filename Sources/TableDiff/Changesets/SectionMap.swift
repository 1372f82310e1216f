/// Maps section indices between the tables before and after a batch.
package struct SectionMap: Sendable {
  /// The old indices of deleted and moved sections, and the new indices of inserted and moved sections.
  private let leaving: IndexList
  private let arriving: IndexList
  private let origins: [Int: Int]
  private let targets: [Int: Int]

  package init(_ batch: BatchOperations) {
    self.init(deleted: batch.deletedSections, inserted: batch.insertedSections, moved: batch.movedSections)
  }

  /// Creates a map for operations on sections.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations.
  package init(deleted: [Int], inserted: [Int], moved: [BatchMove<Int>]) {
    leaving = IndexList(deleted + moved.map(\.from))
    arriving = IndexList(inserted + moved.map(\.to))
    origins = Dictionary(moved.map { ($0.to, $0.from) }) { _, last in last }
    targets = Dictionary(moved.map { ($0.from, $0.to) }) { first, _ in first }
  }

  /// Returns the old index of a section, or `nil` if the section is inserted.
  package func source(of target: Int) -> Int? { origins[target] ?? leaving.target(of: target, leaving: arriving) }

  /// Returns the new index of a section, or `nil` if the section is deleted.
  package func target(of source: Int) -> Int? { targets[source] ?? arriving.target(of: source, leaving: leaving) }
}
