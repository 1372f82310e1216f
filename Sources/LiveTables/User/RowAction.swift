/// An action that the user can choose for a row, for example by swiping the row.
public struct RowAction<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The title of the action, as shown to the user.
  public let title: String

  /// Whether the action is destructive.
  ///
  /// Views highlight destructive actions.
  public let isDestructive: Bool

  enum Effect: Sendable {
    case delete
    case call(@MainActor (RowSite<Section, Row>) -> Void)
  }

  let effect: Effect

  var isDeletion: Bool { if case .delete = effect { true } else { false } }

  private init(_ title: String, isDestructive: Bool, _ effect: Effect) {
    self.title = title
    self.isDestructive = isDestructive
    self.effect = effect
  }

  /// Creates a custom action for a row.
  ///
  /// - Parameters:
  ///   - title: The title of the action.
  ///   - isDestructive: Whether the action is destructive. Views highlight destructive actions.
  ///   - body: A closure that is called with the current row.
  public init(
    _ title: String, isDestructive: Bool = false, _ body: @escaping @MainActor (RowSite<Section, Row>) -> Void
  ) { self.init(title, isDestructive: isDestructive, .call(body)) }

  /// Returns an action that deletes the row as if the user had made the edit.
  public static func delete(_ title: String) -> RowAction { RowAction(title, isDestructive: true, .delete) }
}
