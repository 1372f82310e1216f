/// A user's edit of a row, as a request to the source of the view, which identifies the row and its neighbors.
public struct UserRequest<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// Applies the user's change to a row that has changed otherwise since the user saw it.
  public typealias Merge = @Sendable (_ seen: Row, _ edited: Row, _ current: Row) -> Row

  /// The kind of edit.
  public let kind: EditKind
  /// The row as the user changed it.
  public let row: Row
  /// The row that the user saw, or `nil` for an insertion.
  public let seen: Row?
  /// The section of the row after the edit, or `nil` if the source has different sections than the view.
  public let section: Section?
  /// The section of the row before the edit.
  public let origin: Section?
  /// The row directly above the edited row after an insertion or a move.
  public let above: Row?
  /// The row directly below the edited row after an insertion or a move.
  public let below: Row?
  /// Whether updating a row that the source lacks has no effect.
  package var ignoresMissing: Bool
  /// Whether a move or an insertion also changes the row.
  fileprivate let isChanged: Bool

  /// Applies the user's change to a row that has changed otherwise, or `nil` to refuse such an edit.
  public let merge: Merge?
  /// The edit with its places in the table that the user saw, or `nil` for a forwarded request.
  private let anchored: TableEdit<Section, Row>?

  init(_ edit: UserEdit<Section, Row>, merge: Merge?) {
    let site = edit.parts[edit.parts.count - 1].site
    self.init(
      edit.kind, site.row, seen: edit.seen, section: site.section, origin: edit.parts[0].site.section,
      above: edit.above, below: edit.below, merge: merge, anchored: edit.edit)
  }

  private init(
    _ kind: EditKind, _ row: Row, seen: Row?, section: Section?, origin: Section?, above: Row?, below: Row?,
    merge: Merge?, anchored: TableEdit<Section, Row>?, isChanged: Bool = false, ignoresMissing: Bool = false
  ) {
    self.kind = kind
    self.row = row
    self.seen = seen
    self.section = section
    self.origin = origin
    self.above = above
    self.below = below
    self.merge = merge
    self.anchored = anchored
    self.isChanged = isChanged
    self.ignoresMissing = ignoresMissing
  }

  /// Returns the request for a source from which the table is derived.
  ///
  /// - Parameters:
  ///   - sections: Returns the section of the source, or `nil` if it is not known.
  ///   - rows: Returns the row of the source, or `nil` if there is none.
  ///   - merge: Applies the user's change to a row that has changed otherwise.
  /// - Returns: The request, which specifies rows and places by identity.
  /// - Throws: ``TableError/notEditable(_:)`` if the source lacks the row.
  public func forwarded<Other: Diffable & Sendable, OtherRow: Diffable & Sendable>(
    sections: (Section) -> Other?, rows: (Row) -> OtherRow?, merge: UserRequest<Other, OtherRow>.Merge?
  ) throws -> UserRequest<Other, OtherRow> {
    guard let row = rows(row) else { throw TableError.notEditable("the row is not the source's") }
    return UserRequest<Other, OtherRow>(
      kind, row, seen: seen.flatMap(rows), section: section.flatMap(sections), origin: origin.flatMap(sections),
      above: above.flatMap(rows), below: below.flatMap(rows), merge: merge, anchored: nil, isChanged: isChanged,
      ignoresMissing: ignoresMissing)
  }

  /// Returns the request for a source that has the same rows, by identity, in different sections.
  public func forwarded<Other: Diffable & Sendable>(
    sections: (Section) -> Other?
  ) throws -> UserRequest<Other, Row> {
    try forwarded(sections: sections, rows: { $0 }, merge: merge)
  }

  package func changing(_ change: @escaping @Sendable (inout Row) -> Void) -> UserRequest {
    var row = row
    change(&row)
    let merge = merge
    return UserRequest(
      kind, row, seen: seen, section: section, origin: origin, above: above, below: below,
      merge: { seen, edited, current in
        var row = merge?(seen, edited, current) ?? current
        change(&row)
        return row
      }, anchored: anchored, isChanged: true, ignoresMissing: ignoresMissing)
  }

  /// Returns the request as a different kind, for a source with only one of the sections between which a row moves.
  package func changed(to kind: EditKind) -> UserRequest {
    UserRequest(
      kind, row, seen: kind == .insert ? nil : seen, section: section, origin: origin, above: above, below: below,
      merge: merge, anchored: nil, isChanged: isChanged, ignoresMissing: ignoresMissing)
  }
}

extension UserRequest {
  fileprivate typealias Edit = TableEdit<Section, Row>

  /// The edit for the view's tables, which merges an update with a newer row like the source.
  var shown: TableEdit<Section, Row>? {
    guard case .replace(let rows, _, _) = anchored, let difference else { return anchored }
    return .update(rows, difference)
  }

  /// Applies the user's update to any version of the row, or `nil` if it cannot be merged.
  fileprivate var difference: (@Sendable (inout Row) -> Void)? {
    guard let merge, let seen, seen.identity == row.identity else { return nil }
    let edited = row
    return { $0 = $0.hasSameContent(as: seen) ? edited : merge(seen, edited, $0) }
  }

  fileprivate var rows: Edit.Rows? {
    switch anchored {
    case .remove(let rows), .replace(let rows, _, _), .move(let rows, _): rows
    default: seen.map { .id($0.identity) }
    }
  }

  /// Returns the place of the row, if the table has it.
  fileprivate func place(in editor: inout TableEditor<Section, Row>) -> Edit.Place? {
    switch anchored {
    case .insert(_, let place), .move(_, let place): return place
    default: break
    }
    if let id = above?.identity, id != row.identity, !editor.paths(of: .id(id)).isEmpty { return .after(id) }
    if let id = below?.identity, id != row.identity, !editor.paths(of: .id(id)).isEmpty { return .before(id) }
    guard let id = section?.identity else { return .end }
    return editor.index(ofSection: id).map { _ in .end(of: id) }
  }
}

extension TableEditor {
  /// Applies a user's edit.
  ///
  /// A row is placed directly after the row above it on screen or, if that is missing, directly before the row below.
  /// Deleting or moving a missing row has no effect.
  ///
  /// - Parameter request: The edit.
  /// - Throws: ``RowConflict`` if an updated row is missing, or has changed otherwise and cannot be merged.
  public mutating func make(_ request: UserRequest<Section, Row>) throws {
    switch request.kind {
    case .insert:
      guard let place = request.place(in: &self), apply(.insert([request.row], at: place)) else {
        throw TableError.notEditable("the section or row next to which the row goes is gone")
      }
    case .delete:
      if let rows = request.rows { apply(.remove(rows)) }
    case .move:
      if let rows = request.rows, let place = request.place(in: &self) { apply(.move(rows, to: place)) }
      guard request.isChanged, let seen = request.seen else { return }
      if let path = paths(of: .id(seen.identity)).first { try update(path, request) }
    case .update:
      guard let rows = request.rows, let path = paths(of: rows).first else {
        if request.ignoresMissing { return }
        throw RowConflict(edited: request.row, current: nil)
      }
      try update(path, request)
    }
  }

  private mutating func update(_ path: RowPath, _ request: UserRequest<Section, Row>) throws {
    guard let current = table[path], let seen = request.seen else { return }
    let edited = request.row
    // A row that contains NaN is not equal to itself.
    let isSame = current.hasSameContent(as: seen) || !seen.hasSameContent(as: seen)
    guard let difference = request.difference else {
      if !isSame { throw RowConflict(edited: edited, current: current) }
      apply(.replace(.path(path), with: [edited], isRefresh: false))
      return
    }
    // Applied as a difference, which is applied again to a newer row if the edit waits.
    apply(.update(.path(path), difference))
  }
}
