/// An edit made by the user, along with the affected row.
///
/// The table on screen already includes the edit, but your model does not. The ``parts`` of a move are a deletion
/// followed by an insertion. Therefore, a model that stores sections separately only has to delete and insert rows.
public struct UserEdit<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// A change to a single row.
  public enum Part: Sendable {
    /// The row was deleted. The path is the row's path before the deletion.
    case deleted(RowSite<Section, Row>)
    /// The row was inserted. The path is the row's path after the insertion.
    case inserted(RowSite<Section, Row>)
    /// The content of the row was updated. The site contains the new row.
    case updated(RowSite<Section, Row>, previous: Row)

    package var site: RowSite<Section, Row> {
      switch self {
      case .deleted(let site), .inserted(let site), .updated(let site, _): site
      }
    }
  }

  /// The kind of edit that the user made.
  public let kind: EditKind

  /// The changes to rows, in the order in which to apply them to a model.
  public let parts: [Part]

  /// The edit to the table.
  public let edit: TableEdit<Section, Row>

  /// The edit that reverts this edit.
  ///
  /// The inverse inserts a deleted row unless the row exists, returns a moved row unless it was moved again, and
  /// restores an updated row unless it was updated again. Therefore, it has no effect if a newer table has already
  /// reverted the edit.
  package let inverse: TableEdit<Section, Row>

  /// The edit that temporarily reverts this edit.
  ///
  /// An inserted row is removed only if it is unchanged, because the same row will be inserted again.
  var suspension: TableEdit<Section, Row> {
    guard case .remove(let rows) = inverse, case .anchored(let row) = rows.kind else { return inverse }
    return .remove(.init(.anchored(RowAnchor(row.paths, in: row.table, .unchanged, result: row.result))))
  }

  /// The row that the user saw before the edit, or `nil` for an insertion.
  var seen: Row? { kind == .insert ? nil : origin.row }

  /// The row before the edit or, for an insertion, the inserted row.
  var origin: RowSite<Section, Row> {
    if case .updated(let site, let previous) = parts[0] { return RowSite(previous, at: site.path, in: site.section) }
    return parts[0].site
  }

  /// The row after the edit or, for a deletion, the deleted row.
  var site: RowSite<Section, Row> { parts[parts.count - 1].site }

  let above: Row?

  let below: Row?

  /// The edited row.
  ///
  /// If the row was deleted, this is its last content.
  public var row: Row { site.row }

  /// The identity of the edit, or `nil` if the edit was not made in a view.
  var requestID: RequestID?

  private init(
    _ kind: EditKind, _ edit: TableEdit<Section, Row>, inverse: TableEdit<Section, Row>, _ parts: [Part],
    in result: TableSnapshot<Section, Row>? = nil
  ) {
    let path = parts[parts.count - 1].site.path
    above = result?[RowPath(section: path.section, row: path.row - 1)]
    below = result?[RowPath(section: path.section, row: path.row + 1)]
    self.kind = kind
    self.edit = edit
    self.inverse = inverse
    self.parts = parts
  }
}

/// An identity that distinguishes a user's edit from all other edits.
final class RequestID: Sendable {}

/// Pure functions that create a user's edit of a table. They return `nil` if the row or destination does not exist.
///
/// Rows are specified by their paths in the tables before and after the edit, so no search is needed (see
/// ``RowAnchor``).
extension UserEdit {
  private typealias Rows = TableEdit<Section, Row>.Rows
  private typealias Place = TableEdit<Section, Row>.Place
  private typealias Anchor = RowAnchor<Section, Row>

  init?(deleting path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let site = RowSite(path, in: table) else { return nil }
    var result = table
    result.remove(at: path)
    let row = Anchor([path], in: table, result: result)
    self.init(
      .delete, .remove(Rows(.anchored(row))),
      inverse: .insert(
        [site.row], at: Place(.anchored(PlaceAnchor(path, in: result, returning: row, result: table)))),
      [.deleted(site)])
  }

  /// Creates an edit that inserts a row.
  ///
  /// The first row of an empty flat table also creates its section.
  init?(inserting row: Row, at path: RowPath, in table: TableSnapshot<Section, Row>) {
    var (result, finder) = (table, RowFinder<Section, Row>())
    guard let path = Place.path(path).path(in: &result, with: &finder), result.insert(row, at: path),
      let site = RowSite(path, in: result)
    else { return nil }
    let anchor = PlaceAnchor(path, in: table, result: result)
    self.init(
      .insert, .insert([row], at: table.sections.isEmpty ? .end : Place(.anchored(anchor))),
      inverse: .remove(Rows(.anchored(Anchor([path], in: result, result: table)))),
      [.inserted(site)], in: result)
  }

  init?(updating path: RowPath, to row: Row, in table: TableSnapshot<Section, Row>) {
    guard let old = RowSite(path, in: table) else { return nil }
    let site = RowSite(row, at: path, in: old.section)
    var result = table
    result.replace(at: path, with: row)
    let isSame = old.row.identity == row.identity
    self.init(
      .update, .replace(Rows(.anchored(Anchor([path], in: table, result: result))), with: [row]),
      inverse: .replace(
        Rows(.anchored(Anchor([path], in: result, .sameContent, result: table))), with: [old.row], isRefresh: false),
      isSame ? [.updated(site, previous: old.row)] : [.deleted(old), .inserted(site)])
  }

  init?(moving source: RowPath, to target: RowPath, in table: TableSnapshot<Section, Row>) {
    guard source != target, let old = RowSite(source, in: table) else { return nil }
    var result = table
    result.remove(at: source)
    guard result.insert(old.row, at: target), let new = RowSite(target, in: result) else { return nil }
    self.init(
      .move,
      .move(
        Rows(.anchored(Anchor([source], in: table, result: result))),
        to: Place(.anchored(PlaceAnchor(target, in: table, leaving: [source])))),
      inverse: .move(
        Rows(.anchored(Anchor([target], in: result, .samePlace, result: table))),
        to: Place(.anchored(PlaceAnchor(source, in: result, leaving: [target])))),
      [.deleted(old), .inserted(new)], in: result)
  }

  /// Returns the same edit for another version of the table, or `nil` if it has no effect in that version.
  ///
  /// - Complexity: The cost of diffing the versions.
  func remade(in table: TableSnapshot<Section, Row>) -> UserEdit? { Self.edit(edit, in: table) }

  /// Returns the edit that reverts this edit in another version of the table, or `nil` if the row has changed since.
  ///
  /// - Complexity: The cost of diffing the versions.
  func undone(in table: TableSnapshot<Section, Row>) -> UserEdit? { Self.edit(inverse, in: table) }

  private static func edit(
    _ edit: TableEdit<Section, Row>, in table: TableSnapshot<Section, Row>
  ) -> UserEdit? {
    var (table, finder) = (table, RowFinder<Section, Row>())
    func path(_ rows: Rows) -> RowPath? { rows.paths(in: table, with: &finder)?.first }
    switch edit {
    case .remove(let rows): return path(rows).flatMap { UserEdit(deleting: $0, in: table) }
    case .insert(let rows, let place):
      let before = table
      return place.path(in: &table, with: &finder).flatMap { UserEdit(inserting: rows[0], at: $0, in: before) }
    case .replace(let rows, let new, _): return path(rows).flatMap { UserEdit(updating: $0, to: new[0], in: table) }
    case .move(let rows, let place):
      guard case .anchored(let anchor) = place.kind, let source = path(rows),
        let target = anchor.path(in: table, leaving: [source])
      else { return nil }
      return UserEdit(moving: source, to: target, in: table)
    default: return nil
    }
  }
}

extension UserEdit: CustomStringConvertible {
  /// A textual representation of the edit.
  public var description: String { "\(edit)" }
}
