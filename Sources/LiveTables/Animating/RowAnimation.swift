/// The animation of a row or a section that is inserted, deleted, moved or updated.
///
/// The names are those of `UITableView`.
public enum RowAnimation: Hashable, Sendable {
  /// The view's own choice.
  case automatic
  /// No animation.
  case none
  /// By fading in or out.
  case fade
  /// From or to the left.
  case left
  /// From or to the right.
  case right
  /// From or to the top.
  case top
  /// From or to the bottom.
  case bottom
  /// From or to the middle.
  case middle
}

/// The kinds of changes of a row, or of a section with its rows.
public enum ChangeKind: Hashable, Sendable, CaseIterable {
  /// It is inserted.
  case insert
  /// It is deleted.
  case delete
  /// It is moved.
  case move
  /// Its content is updated.
  case update
}
