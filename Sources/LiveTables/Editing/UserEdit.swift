/// Something that the user has changed, as the caller is told of it: what happened to which row, and why.
///
/// The table on screen has changed already, by itself; the caller's model has not. A move is told as a row that was deleted
/// and a row that was inserted, both because of the move, the deleted one first: whoever keeps sections apart has nothing
/// else to do than delete and insert.
public struct UserEdit<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// What brought it about.
  public enum Reason: Hashable, Sendable {
    /// The row itself was edited.
    case edited
    /// The row was taken from one place to another.
    case moved
  }

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
    /// Why.
    public let reason: Reason
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
  public let inverse: TableEdit<Section, Row>

  /// The row that it is about, as it is now, or was last.
  public var row: Row { parts[parts.count - 1].site.row }

  private init(
    _ kind: EditKind, _ edit: TableEdit<Section, Row>.Action, inverse: TableEdit<Section, Row>.Action, _ parts: [Part]
  ) {
    self.kind = kind
    self.edit = TableEdit(edit)
    self.inverse = TableEdit(inverse)
    self.parts = parts
  }
}

/// What the user can do, as pure functions of what is on screen. There is no edit without a row or a place for it.
extension UserEdit {
  typealias Who = TableEdit<Section, Row>.Who
  typealias Place = TableEdit<Section, Row>.Place

  /// The row at a path is deleted.
  init?(deleting path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let site = RowSite(path, in: table), let who = Who(at: path, in: table) else { return nil }
    var rest = table
    rest.remove(at: path)
    guard let place = Place(path, in: rest) else { return nil }
    self.init(
      .delete, .remove(who), inverse: .restore(site.row, place, count: table.count(of: site.row.identity)),
      [Part(change: .deleted, reason: .edited, site: site)])
  }

  /// A row is inserted before the one at a path, or at the end of its section.
  init?(inserting row: Row, at path: RowPath, in table: TableSnapshot<Section, Row>) {
    var result = table
    guard let place = Place(path, in: table), result.insert(row, at: path), let who = Who(at: path, in: result),
      let site = RowSite(path, in: result)
    else { return nil }
    self.init(
      .insert, .insert(row, place), inverse: .remove(who), [Part(change: .inserted, reason: .edited, site: site)])
  }

  /// The row at a path becomes another.
  init?(updating path: RowPath, to row: Row, in table: TableSnapshot<Section, Row>) {
    guard let old = RowSite(path, in: table), let who = Who(at: path, in: table) else { return nil }
    let site = RowSite(row, at: path, in: old.section)
    if old.row.identity == row.identity {
      self.init(
        .update, .update(row, who), inverse: .revert(row, to: old.row, who),
        [Part(change: .updated(previous: old.row), reason: .edited, site: site)])
      return
    }
    var result = table
    result.replace(at: path, with: row)
    guard let new = Who(at: path, in: result) else { return nil }
    self.init(
      .update, .update(row, who), inverse: .revert(row, to: old.row, new),
      [
        Part(change: .deleted, reason: .edited, site: old),
        Part(change: .inserted, reason: .edited, site: site),
      ])
  }

  /// The row at a path is taken to another path, which is the one it has afterwards.
  init?(moving source: RowPath, to target: RowPath, in table: TableSnapshot<Section, Row>) {
    guard source != target, let old = RowSite(source, in: table), let who = Who(at: source, in: table) else {
      return nil
    }
    var rest = table
    rest.remove(at: source)
    var result = rest
    guard let place = Place(target, in: rest), let back = Place(source, in: rest), result.insert(old.row, at: target),
      let new = RowSite(target, in: result), let moved = Who(at: target, in: result)
    else { return nil }
    self.init(
      .move, .move(who, place), inverse: .moveBack(moved, from: place, to: back),
      [Part(change: .deleted, reason: .moved, site: old), Part(change: .inserted, reason: .moved, site: new)])
  }
}

extension UserEdit: CustomStringConvertible {
  /// The edit in words.
  public var description: String { "\(edit)" }
}
