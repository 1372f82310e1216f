/// A source whose rows users can edit.
///
/// When you bind a view to the source with ``EditRules``, the view passes the user's edits to the source:
///
/// ```swift
/// view.bind(inbox, editing: .deleting() + .moving(to: .sameSection))
/// ```
///
/// To write a custom editable source, use an ``EditInbox``.
public protocol EditableSource<Section, Row>: TableSource {
  /// Accepts or refuses a user's edit, in the same main-actor job in which the edit appears on screen.
  ///
  /// If the edit is accepted, every state requested afterwards includes the edit. No lock is held during this call, so
  /// your implementation can read or edit the source.
  ///
  /// - Parameter request: The edit that the user made.
  /// - Returns: A response that accepts or refuses the edit.
  @MainActor func accept(_ request: UserRequest<Section, Row>) -> Acceptance

  /// Returns the reason why users cannot make a kind of edit, or `nil`, the default, if they can.
  ///
  /// `bind` reports the reason, and the view does not offer this kind of edit.
  ///
  /// - Parameter kind: The kind of edit.
  @MainActor func obstacle(to kind: EditKind) -> String?
}

extension EditableSource {
  /// By default, every kind of edit is allowed.
  @MainActor public func obstacle(to kind: EditKind) -> String? { nil }
}

extension TableSource {
  @MainActor package func pass(_ request: UserRequest<Section, Row>) -> Acceptance {
    if let source = self as? any EditableSource<Section, Row> { return source.accept(request) }
    return .refused(TableError.notEditable(obstacleToEdits))
  }

  @MainActor package func obstacleToPassing(_ kind: EditKind) -> String? {
    if let source = self as? any EditableSource<Section, Row> { return source.obstacle(to: kind) }
    return obstacleToEdits
  }

  private nonisolated var obstacleToEdits: String { "\(type(of: self)) accepts no edits" }
}
