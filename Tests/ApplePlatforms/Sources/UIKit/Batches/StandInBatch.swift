/// The changes that a table view or a collection view collects during a batch update. Not UIKit API.
///
/// Deletes, reloads and the sources of moves are indices before the batch; inserts and the targets of moves are indices
/// after it.
public struct StandInBatch: Hashable, Sendable {
  public struct Move<Index: Hashable & Sendable>: Hashable, Sendable {
    public let source: Index
    public let target: Index

    public init(_ source: Index, _ target: Index) {
      self.source = source
      self.target = target
    }
  }

  public var deletedSections: [Int] = []
  public var insertedSections: [Int] = []
  public var reloadedSections: [Int] = []
  public var movedSections: [Move<Int>] = []
  public var deleted: [IndexPath] = []
  public var inserted: [IndexPath] = []
  public var reloaded: [IndexPath] = []
  public var moved: [Move<IndexPath>] = []
  /// The rows to reconfigure in place, as indices before the batch.
  public var reconfigured: [IndexPath] = []

  public init() {}

  public var isEmpty: Bool { self == StandInBatch() }

  /// Whether the batch inserts, deletes or moves rows or sections.
  public var isStructural: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deleted.isEmpty
      && inserted.isEmpty && moved.isEmpty)
  }

  /// The terms that a view's exceptions use for its contents.
  public enum Wording: Sendable {
    case rows
    case items

    var one: String { self == .rows ? "row" : "item" }
    var many: String { self == .rows ? "rows" : "items" }
    var view: String { self == .rows ? "table view" : "collection view" }
  }

  /// Returns the batch with every reload replaced by a delete and an insert, as UIKit does (R1).
  ///
  /// A reloaded row is inserted at the index to which the deletes and inserts shift it; moves are ignored.
  func rewritten(before: [Int]) -> StandInBatch {
    var result = self
    result.reloadedSections = []
    result.reloaded = []
    let sections = Arrangement(count: before.count, deleted: Set(deletedSections), inserted: Set(insertedSections))
    for section in Set(reloadedSections).sorted() {
      result.deletedSections.append(section)
      if let target = sections.target(of: section) { result.insertedSections.append(target) }
    }
    for path in Set(reloaded).sorted() {
      result.deleted.append(path)
      guard let section = sections.target(of: path.section), before.indices.contains(path.section) else { continue }
      let rows = Arrangement(
        count: before[path.section], deleted: Set(deleted.filter { $0.section == path.section }.map(\.row)),
        inserted: Set(inserted.filter { $0.section == section }.map(\.row)))
      if let row = rows.target(of: path.row) { result.inserted.append(IndexPath(row: row, section: section)) }
    }
    return result
  }
}

/// The indices of elements after deletes and inserts.
struct Arrangement {
  let count: Int
  let deleted: Set<Int>
  let inserted: Set<Int>

  func target(of index: Int) -> Int? {
    guard (0..<count).contains(index), !deleted.contains(index) else { return nil }
    var target = index - deleted.filter { $0 < index }.count
    for insert in inserted.sorted() where insert <= target { target += 1 }
    return target
  }
}
