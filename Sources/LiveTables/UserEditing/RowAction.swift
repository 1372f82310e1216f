/// An action for a row, for example when the row is swiped.
public struct RowAction<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The title of the action.
  public let title: String

  /// Whether the action is destructive, and displayed as such.
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

  /// Creates a custom action.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - isDestructive: Whether the action is destructive, so that views highlight it.
  ///   - body: A closure that is called with the row as it is shown at that time.
  public init(
    _ title: String, isDestructive: Bool = false, _ body: @escaping @MainActor (RowSite<Section, Row>) -> Void
  ) { self.init(title, isDestructive: isDestructive, .call(body)) }

  /// Returns an action that deletes the row like a deletion by the user.
  ///
  /// - Parameter title: The title.
  public static func delete(_ title: String) -> RowAction { RowAction(title, isDestructive: true, .delete) }
}
