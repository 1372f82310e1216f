/// One change of a table, as a value: it can be kept, sent, and applied to more than one version of the table.
///
/// Rows and sections are named by identity; where several rows have one, the first is meant. A row or a place that is named
/// by a path refers to the table the edit is applied to; a user's edit (``TableLink/edit(_:)``) to what is on screen, and
/// from then on it means that very row, and that place between its neighbours.
///
/// ```swift
/// try await store.edit(.remove(id: 7))
/// view.link.edit(.move(id: 3, after: 5))     // the user did this: it is shown at once
/// ```
public struct TableEdit<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  enum Action {
    case insert(Row, Place)
    /// Inserts the row unless there are so many rows with its identity already.
    case restore(Row, Place, count: Int)
    case remove(Who)
    case update(Row, Who)
    /// Puts the second row in the place of the first, if that still looks as it did.
    case revert(Row, to: Row, Who)
    case move(Who, Place)
    /// Moves the row back if it is still in the first place.
    case moveBack(Who, from: Place, to: Place)
    case appendSection(TableSection<Section, Row>)
    case removeSection(Section.Identity)
    case updateSection(Section)
    case moveSection(Section.Identity, Int)
  }

  /// Which row is meant.
  enum Who {
    case id(Row.Identity)
    /// One of several with this identity, counted from zero.
    case occurrence(Row.Identity, Int)
    case path(RowPath)
  }

  /// Where a row goes.
  enum Place {
    case path(RowPath)
    case before(Row.Identity)
    case after(Row.Identity)
    case end
    case endOf(Section.Identity)
    /// Between the rows that were there when the user let it go.
    case between(Who?, Who?, in: Section.Identity)
  }

  let action: Action

  init(_ action: Action) { self.action = action }
}

extension TableEdit.Action: Sendable {}
extension TableEdit.Who: Sendable {}
extension TableEdit.Place: Sendable {}

// MARK: - Rows

extension TableEdit {
  /// Appends a row to the last section.
  ///
  /// A flat table without any section gets one.
  public static func append(_ row: Row) -> TableEdit { TableEdit(.insert(row, .end)) }

  /// Appends a row to a section.
  public static func append(_ row: Row, to section: Section.Identity) -> TableEdit {
    TableEdit(.insert(row, .endOf(section)))
  }

  /// Inserts a row before the one at a path, or at the end of its section.
  public static func insert(_ row: Row, at path: RowPath) -> TableEdit { TableEdit(.insert(row, .path(path))) }

  /// Inserts a row before another.
  public static func insert(_ row: Row, before id: Row.Identity) -> TableEdit { TableEdit(.insert(row, .before(id))) }

  /// Inserts a row after another.
  public static func insert(_ row: Row, after id: Row.Identity) -> TableEdit { TableEdit(.insert(row, .after(id))) }

  /// Removes a row.
  public static func remove(id: Row.Identity) -> TableEdit { TableEdit(.remove(.id(id))) }

  /// Removes the row at a path.
  public static func remove(at path: RowPath) -> TableEdit { TableEdit(.remove(.path(path))) }

  /// Puts a row in the place of the one with its identity.
  ///
  /// It is shown anew also where its content compares equal.
  public static func update(_ row: Row) -> TableEdit { TableEdit(.update(row, .id(row.identity))) }

  /// Puts a row in the place of the one at a path.
  ///
  /// It is shown anew also where its content compares equal.
  public static func update(_ row: Row, at path: RowPath) -> TableEdit { TableEdit(.update(row, .path(path))) }

  /// Moves a row; the path is the one it has afterwards.
  public static func move(id: Row.Identity, to path: RowPath) -> TableEdit { TableEdit(.move(.id(id), .path(path))) }

  /// Moves the row at a path; the target is the path it has afterwards.
  public static func move(at path: RowPath, to target: RowPath) -> TableEdit {
    TableEdit(.move(.path(path), .path(target)))
  }

  /// Moves a row before another.
  public static func move(id: Row.Identity, before other: Row.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .before(other)))
  }

  /// Moves a row after another.
  public static func move(id: Row.Identity, after other: Row.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .after(other)))
  }

  /// Moves a row to the end of a section.
  public static func move(id: Row.Identity, toSection section: Section.Identity) -> TableEdit {
    TableEdit(.move(.id(id), .endOf(section)))
  }
}

// MARK: - Sections

extension TableEdit {
  /// Appends a section with its rows.
  public static func append(section: TableSection<Section, Row>) -> TableEdit { TableEdit(.appendSection(section)) }

  /// Removes a section with its rows.
  public static func remove(section id: Section.Identity) -> TableEdit { TableEdit(.removeSection(id)) }

  /// Gives the section with this identity this value; its rows stay.
  public static func update(section: Section) -> TableEdit { TableEdit(.updateSection(section)) }

  /// Moves a section with its rows; the index is the one it has afterwards.
  public static func move(section id: Section.Identity, to index: Int) -> TableEdit {
    TableEdit(.moveSection(id, index))
  }
}

extension TableEdit: CustomStringConvertible {
  /// What the edit does, in words.
  public var description: String {
    switch action {
    case .insert(let row, let place): "insert \(row.identity) \(place)"
    case .restore(let row, let place, count: _): "restore \(row.identity) \(place)"
    case .remove(let who): "remove \(who)"
    case .update(let row, _): "update \(row.identity)"
    case .revert(let row, to: _, _): "revert \(row.identity)"
    case .move(let who, let place): "move \(who) \(place)"
    case .moveBack(let who, from: _, let place): "move \(who) back \(place)"
    case .appendSection(let section): "append section \(section.identity)"
    case .removeSection(let id): "remove section \(id)"
    case .updateSection(let value): "update section \(value.identity)"
    case .moveSection(let id, let index): "move section \(id) to \(index)"
    }
  }
}

extension TableEdit.Who: CustomStringConvertible {
  var description: String {
    switch self {
    case .id(let id), .occurrence(let id, 0): "\(id)"
    case .occurrence(let id, let number): "\(id) (number \(number + 1))"
    case .path(let path): "\(path)"
    }
  }
}

extension TableEdit.Place: CustomStringConvertible {
  var description: String {
    switch self {
    case .path(let path): "at \(path)"
    case .before(let id): "before \(id)"
    case .after(let id): "after \(id)"
    case .end: "at the end"
    case .endOf(let section): "at the end of \(section)"
    case .between(let one?, _, _): "after \(one)"
    case .between(nil, let two?, _): "before \(two)"
    case .between(nil, nil, let section): "in \(section)"
    }
  }
}
