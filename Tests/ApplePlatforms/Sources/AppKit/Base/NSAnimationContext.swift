public import Foundation

@MainActor open class NSAnimationContext: NSObject {
  private static var stack: [NSAnimationContext] = [NSAnimationContext()]

  public class var current: NSAnimationContext { stack[stack.count - 1] }
  open var duration: TimeInterval = 0.25
  open var allowsImplicitAnimation = false

  public class func beginGrouping() {
    let context = NSAnimationContext()
    context.duration = current.duration
    stack.append(context)
  }

  public class func endGrouping() {
    if stack.count > 1 { stack.removeLast() } else { StandInException.raise("endGrouping without beginGrouping") }
  }

  nonisolated override init() { super.init() }
}
