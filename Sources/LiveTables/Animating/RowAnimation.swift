/// The animation of a row or a section that is inserted, deleted, moved or updated.
///
/// The names are those of `UITableView`. A view that does not know an animation treats it like ``automatic``.
public struct RowAnimation: Hashable, Sendable, CustomStringConvertible {
  /// The name; custom views may know further names.
  public let name: String

  /// Creates an animation for a custom view.
  ///
  /// - Parameter name: The name that the view knows.
  public init(_ name: String) { self.name = name }

  /// The view's own choice.
  public static let automatic = RowAnimation("automatic")
  /// No animation.
  public static let none = RowAnimation("none")
  /// By fading in or out.
  public static let fade = RowAnimation("fade")
  /// From or to the left.
  public static let left = RowAnimation("left")
  /// From or to the right.
  public static let right = RowAnimation("right")
  /// From or to the top.
  public static let top = RowAnimation("top")
  /// From or to the bottom.
  public static let bottom = RowAnimation("bottom")
  /// From or to the middle.
  public static let middle = RowAnimation("middle")

  /// The name.
  public var description: String { name }
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
