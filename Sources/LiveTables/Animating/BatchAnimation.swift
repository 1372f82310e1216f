/// How a view is to animate one batch.
///
/// ```swift
/// for section in … {
///   tableView.insertRows(at: …, with: style(of: animation.animation(of: .insert, inSection: section)))
/// }
/// ```
public struct BatchAnimation: Hashable, Sendable {
  /// Whether anything is animated at all.
  public let isAnimated: Bool

  private let all: [ChangeKind: RowAnimation]
  private let sections: [ChangeKind: [Int: RowAnimation]]

  /// Everything as the view does it by itself.
  public static let automatic = BatchAnimation([:], [:])

  /// At once.
  public static let none = BatchAnimation([:], [:], isAnimated: false)

  init(
    _ all: [ChangeKind: RowAnimation], _ sections: [ChangeKind: [Int: RowAnimation]], isAnimated: Bool = true
  ) {
    self.all = all
    self.sections = sections
    self.isAnimated = isAnimated
  }

  /// The animation of a kind of change, in sections of which nothing else is said.
  public func animation(of kind: ChangeKind) -> RowAnimation { isAnimated ? all[kind] ?? .automatic : .none }

  /// The animation of a kind of change in a section of the batch.
  ///
  /// - Parameters:
  ///   - kind: What happens to a row, or to the section itself.
  ///   - section: An index before the batch for ``ChangeKind/delete`` and ``ChangeKind/update``, else one after it; the
  ///     one where it ends for ``ChangeKind/move``.
  public func animation(of kind: ChangeKind, inSection section: Int) -> RowAnimation {
    if !isAnimated { return .none }
    return sections[kind]?[section] ?? animation(of: kind)
  }
}
