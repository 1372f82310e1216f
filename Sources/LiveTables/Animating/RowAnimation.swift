/// The animation of a change to a row or section, named as in `UITableView`.
public enum RowAnimation: Hashable, Sendable {
  /// The view uses its default animation.
  case automatic
  /// The change is not animated.
  case none
  /// The row fades in or out.
  case fade
  /// The row slides in from the left, or out to the left.
  case left
  /// The row slides in from the right, or out to the right.
  case right
  /// The row slides in from the top, or out to the top.
  case top
  /// The row slides in from the bottom, or out to the bottom.
  case bottom
  /// The row stays centered in its space, which grows or shrinks.
  case middle
}

/// The kind of a change to a row, or to a section with its rows.
public enum ChangeKind: Hashable, Sendable, CaseIterable {
  /// The row or section is inserted.
  case insert
  /// The row or section is deleted.
  case delete
  /// The row or section is moved.
  case move
  /// The content of the row or section is updated.
  case update
}
