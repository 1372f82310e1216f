/// Something that can be done to a row, offered for instance when it is swiped.
public struct RowAction<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// What it is called.
  public let title: String

  /// Whether the action is destructive, and shown as such.
  public let isDestructive: Bool

  enum Effect: Sendable {
    case delete
    case call(@MainActor (RowSite<Section, Row>) -> Void)
  }

  let effect: Effect

  /// Whether the library deletes the row.
  var isDeletion: Bool { if case .delete = effect { true } else { false } }

  private init(_ title: String, isDestructive: Bool, _ effect: Effect) {
    self.title = title
    self.isDestructive = isDestructive
    self.effect = effect
  }

  /// A custom action.
  ///
  /// - Parameters:
  ///   - title: What the user reads.
  ///   - isDestructive: Whether it takes something away, so that views mark it.
  ///   - body: Called with the row as it is shown then.
  public init(
    _ title: String, isDestructive: Bool = false, _ body: @escaping @MainActor (RowSite<Section, Row>) -> Void
  ) { self.init(title, isDestructive: isDestructive, .call(body)) }

  /// Deletes the row, as if the user had done so.
  ///
  /// - Parameter title: What the user reads.
  /// - Returns: The action.
  public static func delete(_ title: String) -> RowAction { RowAction(title, isDestructive: true, .delete) }
}
