/// What a batch update asks for, as a table view or a collection view collects it. No API of UIKit.
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
  /// Before the batch; what is configured again in place.
  public var reconfigured: [IndexPath] = []

  public init() {}

  public var isEmpty: Bool { self == StandInBatch() }

  /// Whether rows or sections come, go or move.
  public var isStructural: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deleted.isEmpty
      && inserted.isEmpty && moved.isEmpty)
  }

  /// How the views speak of their contents.
  public enum Wording: Sendable {
    case rows
    case items

    var one: String { self == .rows ? "row" : "item" }
    var many: String { self == .rows ? "rows" : "items" }
    var view: String { self == .rows ? "table view" : "collection view" }
  }

  /// The batch with its reloads as deletes and inserts, as UIKit sees them (R1).
  ///
  /// What is reloaded is inserted where the deletes and the inserts have shifted it; the moves are not looked at.
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

/// Where things go when some before them are deleted and others inserted.
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
