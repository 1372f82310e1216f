#if canImport(UIKit) && canImport(ObjectiveC)
import ObjectiveC
import UIKit

/// Knows every message of delegates, does nothing, and answers no, none or zero.
///
/// Views remember which messages a delegate knew when it was set. While the delegate behind a ``DelegateForwarder`` goes,
/// they send what only that one knew until they have asked again; without somebody who takes it, that ends the process.
final class DelegateSilence: NSObject {
  override class func resolveInstanceMethod(_ selector: Selector!) -> Bool {
    guard let selector, let types = DelegateForwarder.types(ofDelegateMessage: selector) else {
      return super.resolveInstanceMethod(selector)
    }
    return class_addMethod(self, selector, implementation(answering: String(cString: types)), types)
  }

  /// Does nothing, and answers with what is empty of the type with which an encoding begins.
  private static func implementation(answering encoding: String) -> IMP {
    if encoding.hasPrefix("{CGSize") || encoding.hasPrefix("{CGPoint") {
      let answer: @convention(block) (AnyObject) -> CGSize = { _ in .zero }
      return imp_implementationWithBlock(answer)
    }
    if encoding.hasPrefix("{UIEdgeInsets") {
      let answer: @convention(block) (AnyObject) -> UIEdgeInsets = { _ in .zero }
      return imp_implementationWithBlock(answer)
    }
    if encoding.hasPrefix("d") {
      let answer: @convention(block) (AnyObject) -> Double = { _ in 0 }
      return imp_implementationWithBlock(answer)
    }
    let answer: @convention(block) (AnyObject) -> Int = { _ in 0 }
    return imp_implementationWithBlock(answer)
  }
}
#endif
