/// The animations of one batch, by kind of change and section.
///
/// ```swift
/// for section in … {
///   tableView.insertRows(at: …, with: style(of: animation.animation(of: .insert, inSection: section)))
/// }
/// ```
public struct BatchAnimation: Hashable, Sendable {
  /// Whether the batch is animated at all.
  public let isAnimated: Bool

  private let all: [ChangeKind: RowAnimation]
  private let sections: [ChangeKind: [Int: RowAnimation]]

  /// The view's own choice for all changes.
  public static let automatic = BatchAnimation([:], [:])

  /// No animations.
  public static let none = BatchAnimation([:], [:], isAnimated: false)

  init(
    _ all: [ChangeKind: RowAnimation], _ sections: [ChangeKind: [Int: RowAnimation]], isAnimated: Bool = true
  ) {
    self.all = all
    self.sections = sections
    self.isAnimated = isAnimated
  }

  /// The animation of a kind of change.
  ///
  /// - Parameters:
  ///   - kind: What happens to a row, or to a section itself.
  ///   - section: The section of the batch: an index before the batch for ``ChangeKind/delete`` and
  ///     ``ChangeKind/update``, else one after it; the one where it ends for ``ChangeKind/move``. Without one it is
  ///     the animation in sections that have none of their own.
  /// - Returns: The animation; ``RowAnimation/none`` if the batch is not animated.
  public func animation(of kind: ChangeKind, inSection section: Int? = nil) -> RowAnimation {
    if !isAnimated { return .none }
    return section.flatMap { sections[kind]?[$0] } ?? all[kind] ?? .automatic
  }
}
