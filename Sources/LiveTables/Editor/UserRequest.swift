/// A request that asks a view's source to apply a user's edit.
///
/// The request identifies the edited row and its neighbors.
public struct UserRequest<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// A function that applies the user's change to a row that other code has changed since the user saw it.
  public typealias Merge = @Sendable (_ seen: Row, _ edited: Row, _ current: Row) -> Row

  /// The kind of edit that the user made.
  public private(set) var kind: EditKind
  /// The row after the user's change.
  public private(set) var row: Row
  /// The row that the user saw before the edit, or `nil` for an insertion.
  public private(set) var seen: Row?
  /// The section of the row after the edit, or `nil` if the source's sections differ from the view's.
  public let section: Section?
  /// The section of the row before the edit.
  public let origin: Section?
  /// The row directly above the edited row after an insertion or a move.
  public let above: Row?
  /// The row directly below the edited row after an insertion or a move.
  public let below: Row?
  /// The properties that do not depend on the table's types.
  package var traits: RequestTraits

  /// A closure that merges the user's change into a row that other code has changed, or `nil` to refuse the change.
  public private(set) var merge: Merge?
  /// The edit in terms of the table that the user saw, or `nil` for a forwarded request.
  private(set) var anchored: TableEdit<Section, Row>?

  /// Returns the corresponding request for a source from which this table is derived.
  ///
  /// - Parameters:
  ///   - sections: A closure that returns the section of the source for a section of the view, or `nil` if there is none.
  ///   - rows: A closure that returns the source's row, or `nil` if there is none.
  ///   - merge: A closure that applies the user's change to a row that other code has changed.
  /// - Returns: A request that specifies rows and destinations by identity.
  /// - Throws: ``TableError/notEditable(_:)`` if the source does not contain the row.
  public func forwarded<Other: Diffable & Sendable, OtherRow: Diffable & Sendable>(
    sections: (Section) -> Other?, rows: (Row) -> OtherRow?, merge: UserRequest<Other, OtherRow>.Merge?
  ) throws -> UserRequest<Other, OtherRow> {
    guard let row = rows(row) else { throw TableError.notEditable("the row is not the source's") }
    return UserRequest<Other, OtherRow>(
      kind: kind, row: row, seen: seen.flatMap(rows), section: section.flatMap(sections),
      origin: origin.flatMap(sections), above: above.flatMap(rows), below: below.flatMap(rows), traits: traits,
      merge: merge)
  }

  /// Returns the corresponding request for a source that contains rows with the same identities in different sections.
  @usableFromInline package func forwarded<Other: Diffable & Sendable>(
    sections: (Section) -> Other?
  ) throws -> UserRequest<Other, Row> {
    try forwarded(sections: sections, rows: { $0 }, merge: merge)
  }

  package func changing(_ change: @escaping @Sendable (inout Row) -> Void) -> UserRequest {
    var request = self
    change(&request.row)
    request.merge = { [merge] seen, edited, current in
      var row = merge?(seen, edited, current) ?? current
      change(&row)
      return row
    }
    request.traits.isChanged = true
    return request
  }

  /// Returns the request as another kind of edit.
  ///
  /// If a source contains only one of the two sections of a move, the move becomes a deletion or an insertion.
  package func changed(to kind: EditKind) -> UserRequest {
    var request = self
    request.kind = kind
    if kind == .insert { request.seen = nil }
    request.anchored = nil
    return request
  }
}

extension UserRequest {
  init(_ edit: UserEdit<Section, Row>, merge: Merge?, _ traits: RequestTraits = RequestTraits()) {
    self.init(
      kind: edit.kind, row: edit.row, seen: edit.seen, section: edit.site.section, origin: edit.origin.section,
      above: edit.above, below: edit.below, traits: traits, merge: merge, anchored: edit.edit)
  }

  /// The edit for the view's tables.
  ///
  /// It merges an update into a newer row in the same way as the source.
  var shown: TableEdit<Section, Row>? {
    guard case .replace(let rows, _, _) = anchored, let difference else { return anchored }
    return .patch(rows, difference)
  }
}
