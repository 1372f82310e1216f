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
  private var anchored: TableEdit<Section, Row>?

  /// Returns the corresponding request for a source from which this table is derived.
  ///
  /// - Parameters:
  ///   - sections: A closure that returns the source's section, or `nil` if that section is unknown.
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
  public func forwarded<Other: Diffable & Sendable>(
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

/// The properties of a request that do not depend on the source that receives it.
package struct RequestTraits: Sendable {
  /// The identity of the user's edit.
  ///
  /// A source that receives the edit twice applies it once.
  var id: RequestID?
  package var seen = InboxMarks()
  /// Whether a move or an insertion also changes the row's content.
  package var isChanged = false
  /// Whether updating a missing row, or inserting an existing row, has no effect instead of being refused.
  package var isLenient = false
}

extension UserRequest {
  init(_ edit: UserEdit<Section, Row>, merge: Merge?, _ traits: RequestTraits = RequestTraits()) {
    let site = edit.parts[edit.parts.count - 1].site
    self.init(
      kind: edit.kind, row: site.row, seen: edit.seen, section: site.section, origin: edit.parts[0].site.section,
      above: edit.above, below: edit.below, traits: traits, merge: merge, anchored: edit.edit)
  }

  fileprivate typealias Edit = TableEdit<Section, Row>

  /// The edit for the view's tables.
  ///
  /// It merges an update into a newer row in the same way as the source.
  var shown: TableEdit<Section, Row>? {
    guard case .replace(let rows, _, _) = anchored, let difference else { return anchored }
    return .patch(rows, difference)
  }

  /// A closure that applies the user's update to any version of the row, or `nil` if the update cannot be merged.
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

  /// The destination of the row in the table that the user saw, or `nil` for a forwarded request.
  fileprivate var seenPlace: Edit.Place? {
    switch anchored {
    case .insert(_, let place), .move(_, let place): place
    default: nil
    }
  }
}

extension TableEditor {
  /// Applies a user's edit.
  ///
  /// An inserted or moved row is placed directly after the row above it on screen or, if that row is missing, directly
  /// before the row below it. Deleting or moving a missing row has no effect.
  ///
  /// - Parameter request: The user's edit to apply.
  /// - Throws: ``RowConflict`` if the row to update is missing, or if other code has changed it and the changes cannot
  ///   be merged.
  public mutating func apply(_ request: UserRequest<Section, Row>) throws {
    switch request.kind {
    case .insert:
      if request.traits.isLenient, hasGained(request) { return }
      guard apply(.insert([request.row], at: place(of: request))) else {
        throw TableError.notEditable("the section or row next to which the row goes is gone")
      }
    case .delete:
      if let rows = rows(of: request) { apply(.remove(rows)) }
    case .move:
      if let rows = rows(of: request) { apply(.move(rows, to: place(of: request))) }
      guard request.traits.isChanged, let seen = request.seen else { return }
      if let path = paths(of: .id(seen.identity)).first { try update(path, request) }
    case .update:
      guard let rows = request.rows, let path = paths(of: rows).first else {
        if request.traits.isLenient { return }
        throw RowConflict(edited: request.row, current: nil)
      }
      try update(path, request)
    }
  }

  /// Returns the rows that a request changes.
  ///
  /// If the edit is recorded, they are specified by path.
  private mutating func rows(of request: UserRequest<Section, Row>) -> TableEdit<Section, Row>.Rows? {
    guard let rows = request.rows, recorded != nil else { return request.rows }
    let paths = paths(of: rows)
    return paths.isEmpty ? nil : .paths(paths)
  }

  /// Returns the destination of a request, using identities if the edit is recorded or was forwarded.
  private mutating func place(of request: UserRequest<Section, Row>) -> TableEdit<Section, Row>.Place {
    let ids = [request.above?.identity, request.below?.identity].map { $0 == request.row.identity ? nil : $0 }
    if let place = request.seenPlace {
      if recorded == nil || snapshot.captured != nil || table.sections.isEmpty { return place }
      if !ids.allSatisfy({ $0.map { finder.hasOne($0, in: table) } ?? true }) { return place }
    }
    return .init(.between(ids[0], ids[1], orEndOf: table.sections.isEmpty ? nil : request.section?.identity))
  }

  /// Returns whether the table contains the request's row although it did not exist in the table that the user saw.
  private mutating func hasGained(_ request: UserRequest<Section, Row>) -> Bool {
    let id = request.row.identity
    if paths(of: .id(id)).isEmpty { return false }
    guard case .anchored(let anchor) = request.seenPlace?.kind else { return true }
    return table.count { $0.identity == id } > anchor.table.count { $0.identity == id }
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
    // The update is applied as a difference, which is applied again to a newer row if the edit waits.
    apply(.patch(.path(path), difference))
  }
}
