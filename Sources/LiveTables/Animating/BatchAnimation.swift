/// The animations that a view uses for a batch update, by kind of change and by section.
///
/// ```swift
/// for section in … {
///   tableView.insertRows(at: …, with: style(of: animation.animation(of: .insert, inSection: section)))
/// }
/// ```
public struct BatchAnimation: Hashable, Sendable {
  /// Whether the batch update is animated.
  public let isAnimated: Bool

  private let all: [ChangeKind: RowAnimation]
  private let sections: [ChangeKind: [Int: RowAnimation]]

  /// Animates every change with the view's default animation.
  package static let automatic = BatchAnimation([:], [:])

  /// Shows every change without an animation.
  public static let none = BatchAnimation([:], [:], isAnimated: false)

  init(
    _ all: [ChangeKind: RowAnimation], _ sections: [ChangeKind: [Int: RowAnimation]], isAnimated: Bool = true
  ) {
    self.all = all
    self.sections = sections
    self.isAnimated = isAnimated
  }

  /// Returns the animation for a kind of change.
  ///
  /// - Parameters:
  ///   - kind: The kind of change made to a row or section.
  ///   - section: The section's index. This is the index before the batch for ``ChangeKind/delete`` and
  ///     ``ChangeKind/update``, and the index after the batch for other kinds. Pass `nil` for a section without its own
  ///     animations.
  /// - Returns: The animation for changes of this kind, or ``RowAnimation/none`` if the batch update is not animated.
  public func animation(of kind: ChangeKind, inSection section: Int? = nil) -> RowAnimation {
    if !isAnimated { return .none }
    return section.flatMap { sections[kind]?[$0] } ?? all[kind] ?? .automatic
  }
}
