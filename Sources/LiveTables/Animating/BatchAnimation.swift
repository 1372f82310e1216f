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

  /// The animation of a kind of change, in sections that have none of their own.
  ///
  /// - Parameter kind: What happens to a row or a section.
  /// - Returns: The animation; ``RowAnimation/none`` if the batch is not animated.
  public func animation(of kind: ChangeKind) -> RowAnimation { isAnimated ? all[kind] ?? .automatic : .none }

  /// The animation of a kind of change in a section of the batch.
  ///
  /// - Parameters:
  ///   - kind: What happens to a row, or to the section itself.
  ///   - section: An index before the batch for ``ChangeKind/delete`` and ``ChangeKind/update``, else one after it; the
  ///     one where it ends for ``ChangeKind/move``.
  /// - Returns: The animation; ``RowAnimation/none`` if the batch is not animated.
  public func animation(of kind: ChangeKind, inSection section: Int) -> RowAnimation {
    if !isAnimated { return .none }
    return sections[kind]?[section] ?? animation(of: kind)
  }
}
