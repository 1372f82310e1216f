/// How a row or a section appears, goes, moves or changes.
///
/// The names are those that table views have for it. What a view does not know it shows like ``automatic``.
public struct RowAnimation: Hashable, Sendable, CustomStringConvertible {
  /// The name, by which a view of one's own may know animations of its own.
  public let name: String

  /// Creates an animation of one's own.
  public init(_ name: String) { self.name = name }

  /// The view's own choice.
  public static let automatic = RowAnimation("automatic")
  /// At once.
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

/// What happens to a row, or to a section with its rows.
public enum ChangeKind: Hashable, Sendable, CaseIterable {
  /// It appears.
  case insert
  /// It goes.
  case delete
  /// It has another place.
  case move
  /// Its content changes.
  case update
}
