/// A kind of edit that a user can make.
public enum EditKind: Hashable, Sendable, CaseIterable {
  /// The user deletes a row.
  case delete
  /// The user inserts a row.
  case insert
  /// Changing the content of a row.
  case update
  /// The user moves a row.
  case move
}

extension EditKind {
  /// The default name of an edit for menus.
  var menuName: String {
    switch self {
    case .delete: "Delete"
    case .insert: "Insert"
    case .update: "Change"
    case .move: "Move"
    }
  }
}
