extension TableEditor {
  /// Applies a user's edit.
  ///
  /// An inserted or moved row is placed directly after the row above it on screen or, if that row is missing, directly
  /// before the row below it. Deleting or moving a missing row has no effect.
  ///
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

  /// Returns the rows that a request changes, by path if the edit is recorded.
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

extension UserRequest {
  /// A closure that applies the user's update to any version of the row, or `nil` if the update cannot be merged.
  var difference: (@Sendable (inout Row) -> Void)? {
    guard let merge, let seen, seen.identity == row.identity else { return nil }
    let edited = row
    return { $0 = $0.hasSameContent(as: seen) ? edited : merge(seen, edited, $0) }
  }

  fileprivate var rows: TableEdit<Section, Row>.Rows? {
    switch anchored {
    case .remove(let rows), .replace(let rows, _, _), .move(let rows, _): rows
    default: seen.map { .id($0.identity) }
    }
  }

  /// The destination of the row in the table that the user saw, or `nil` for a forwarded request.
  fileprivate var seenPlace: TableEdit<Section, Row>.Place? {
    switch anchored {
    case .insert(_, let place), .move(_, let place): place
    default: nil
    }
  }
}
