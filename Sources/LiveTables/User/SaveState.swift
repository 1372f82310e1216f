/// The state of a user's edit that has not been saved.
public enum SaveState: Sendable {
  /// The source is saving the edit.
  case saving
  /// The source refused the edit. To make the edit again, call ``UserEditing/retry(_:)``. To ignore the failure, call
  /// ``UserEditing/dismiss(_:)``.
  case failed(any Error)
}

/// Reads the save states of the edits to a row.
struct SaveStateReader<Section: Diffable & Sendable, Row: Diffable & Sendable>: UpdateReader {
  weak let editing: UserEditing<Section, Row>?
  let id: Row.Identity
  var changes: EventReader<Row.Identity>
  var hasBegun = false

  mutating func next() async -> SaveState?? {
    while hasBegun {
      guard let changed = await changes.next() else { return nil }
      if changed == id { break }
    }
    hasBegun = true
    guard let editing else { return nil }
    return .some(await editing.state(of: id))
  }
}

extension UserEditing {
  /// Returns the save state of the last edit to a row, or `nil` if there is no unsaved edit.
  public func state(of id: Row.Identity) -> SaveState? { unsaved[id]?.state }

  /// Returns the save state of the last edit to a row, and then every change of this state, until the binding ends.
  ///
  /// ```swift
  /// context.scope.forEach(view.link.editing.states(of: mail.id)) { cell.isDimmed = $0 != nil }
  /// ```
  public func states(of id: Row.Identity) -> Updates<SaveState?, Never> {
    let reader = SaveStateReader(editing: self, id: id, changes: unsavedChanges.reader())
    return Updates { reader }
  }

  /// Repeats the user's failed edit to a row.
  ///
  /// If the row has changed since the user saw it, the rules' `merge` closure merges an update.
  ///
  /// - Returns: `false` if the row has no failed edit, or if the edit cannot be made in the table on screen, for example
  ///   because the table still shows it.
  @discardableResult public func retry(_ id: Row.Identity) -> Bool {
    guard let (failed, state) = unsaved[id], case .failed = state else { return false }
    return perform { table in
      if failed.kind == .insert, table.path(of: id) != nil { return nil }
      let remade = failed.remade(in: table)
      guard let edit = remade, let seen = failed.seen, let now = edit.seen, edit.kind == .update,
        !now.hasSameContent(as: seen)
      else { return remade }
      if now.hasSameContent(as: failed.row) { return nil }
      let site = edit.site
      guard let merge = self.rules.merge(RowSite(now, at: site.path, in: site.section)) else { return nil }
      return UserEdit(updating: site.path, to: merge(seen, failed.row, now), in: table)
    }
  }

  /// Dismisses the failure of a row's last edit, so that the row has no unsaved edit.
  public func dismiss(_ id: Row.Identity) {
    if let (edit, state) = unsaved[id], case .failed = state { note(nil, of: edit) }
  }
}
