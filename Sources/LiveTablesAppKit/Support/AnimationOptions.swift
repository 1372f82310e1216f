#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
@_spi(Adapters) import LiveTablesCells

extension NSTableView.AnimationOptions {
  static func appearing(_ animation: RowAnimation) -> NSTableView.AnimationOptions {
    switch animation {
    case .none: []
    case .fade: .effectFade
    case .left: .slideLeft
    case .right: .slideRight
    case .top: .slideDown
    case .bottom: .slideUp
    case .middle: .effectGap
    case .automatic: [.effectFade, .slideDown]
    }
  }

  /// Returns the options for deleting rows, which animate in the opposite direction.
  static func disappearing(_ animation: RowAnimation) -> NSTableView.AnimationOptions {
    switch animation {
    case .none: []
    case .fade: .effectFade
    case .left: .slideLeft
    case .right: .slideRight
    case .top: .slideUp
    case .bottom: .slideDown
    case .middle: .effectGap
    case .automatic: [.effectFade, .slideUp]
    }
  }
}

@MainActor func animating(_ isAnimated: Bool, _ body: () -> Void) {
  if isAnimated { return body() }
  NSAnimationContext.beginGrouping()
  NSAnimationContext.current.duration = 0
  NSAnimationContext.current.allowsImplicitAnimation = false
  body()
  NSAnimationContext.endGrouping()
}
#endif
