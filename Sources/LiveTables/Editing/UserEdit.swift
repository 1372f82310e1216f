/// Something that the user has changed: what happened to which row, and why.
///
/// The table on screen has changed already, by itself; the caller's model has not. A move is a row that was deleted
/// and a row that was inserted, both because of the move, the deleted one first: whoever keeps sections apart has nothing
/// else to do than delete and insert.
public struct UserEdit<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// What happened to one row.
  public struct Part: Sendable {
    /// The kinds.
    public enum Change: Sendable {
      /// The row is gone; its path is where it was.
      case deleted
      /// The row is there; its path is where it is.
      case inserted
      /// The row has other content than the given one.
      case updated(previous: Row)
    }

    /// What happened.
    public let change: Change
    /// The row, and where it was or is.
    public let site: RowSite<Section, Row>
  }

  /// What the user did.
  public let kind: EditKind

  /// What it means, row by row, in the order in which a model can follow it.
  public let parts: [Part]

  /// The change of the table.
  public let edit: TableEdit<Section, Row>

  /// The change that takes it back.
  ///
  /// It does nothing where a newer table has taken it back already: a deleted row comes back unless it is there, a moved
  /// one returns if it is still where it was put, an updated one gets its previous content unless it has got another.
  package let inverse: TableEdit<Section, Row>

  /// What takes it back for a moment, to be made again: an inserted row goes only as the user inserted it, since it would
  /// come back like that.
  var suspension: TableEdit<Section, Row> {
    guard case .remove(let rows) = inverse, case .anchored(let row) = rows.kind else { return inverse }
    return .remove(.init(.anchored(RowAnchor(row.paths, in: row.table, .unchanged, result: row.result))))
  }

  /// The row that the user saw; `nil` for an insertion.
  var seen: Row? {
    if case .updated(let previous) = parts[0].change { return previous }
    return kind == .insert ? nil : parts[0].site.row
  }

  /// The row directly above it afterwards, for an insertion or a move.
  let above: Row?

  /// The row directly below it afterwards, for an insertion or a move.
  let below: Row?

  /// The row that it is about, as it is now, or was last.
  public var row: Row { parts[parts.count - 1].site.row }

  /// Who has it may refuse the edit; `nil` for an edit that was not made in a view.
  var mark: EditMark?

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

/// Tells one edit of users from all others.
final class EditMark: Sendable {}

/// What the user can do, as pure functions of what is on screen. There is no edit without a row or a place for it.
///
/// Nothing is searched: rows and places are named by their paths in the tables before and after, see ``RowAnchor``.
extension UserEdit {
  private typealias Rows = TableEdit<Section, Row>.Rows
  private typealias Place = TableEdit<Section, Row>.Place
  private typealias Anchor = RowAnchor<Section, Row>

  /// The row at a path is deleted.
  init?(deleting path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let site = RowSite(path, in: table) else { return nil }
    var result = table
    result.remove(at: path)
    let row = Anchor([path], in: table, result: result)
    self.init(
      .delete, .remove(Rows(.anchored(row))),
      inverse: .insert(
        [site.row], at: Place(.anchored(PlaceAnchor(path, in: result, returning: row, result: table)))),
      [Part(change: .deleted, site: site)])
  }

  /// A row is inserted; the path is the one that it has afterwards.
  ///
  /// A flat table without a section gets it with its first row.
  init?(inserting row: Row, at path: RowPath, in table: TableSnapshot<Section, Row>) {
    var (result, finder) = (table, RowFinder<Section, Row>())
    guard let path = Place.path(path).path(in: &result, with: &finder), result.insert(row, at: path),
      let site = RowSite(path, in: result)
    else { return nil }
    let anchor = PlaceAnchor(path, in: table, result: result)
    self.init(
      .insert, .insert([row], at: table.sections.isEmpty ? .end : Place(.anchored(anchor))),
      inverse: .remove(Rows(.anchored(Anchor([path], in: result, result: table)))),
      [Part(change: .inserted, site: site)], in: result)
  }

  /// The row at a path becomes another.
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
      isSame
        ? [Part(change: .updated(previous: old.row), site: site)]
        : [
          Part(change: .deleted, site: old), Part(change: .inserted, site: site),
        ])
  }

  /// The row at a path is taken to another path, which is the one it has afterwards.
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
      [Part(change: .deleted, site: old), Part(change: .inserted, site: new)], in: result)
  }

  /// The same edit made in another version of the table; `nil` if it would do nothing there.
  ///
  /// - Complexity: That of the diff of the two versions.
  func remade(in table: TableSnapshot<Section, Row>) -> UserEdit? { Self.edit(edit, in: table) }

  /// The edit that takes this one back, made in another version of the table; `nil` if the row is not what this edit made
  /// of it.
  ///
  /// - Complexity: That of the diff of the two versions.
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
  /// The edit in words.
  public var description: String { "\(edit)" }
}
