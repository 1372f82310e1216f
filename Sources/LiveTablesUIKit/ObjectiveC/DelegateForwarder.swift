#if canImport(UIKit)
public import Foundation
import UIKit

/// A delegate in front of the caller's own: what it does not implement is asked of that one.
///
/// Views ask a delegate once which messages it knows. So what this delegate implements and has nothing to say about, it
/// can hold back (`holdsBack(_:)`): then it is as if it were not implemented.
@MainActor open class DelegateForwarder: NSObject {
  /// The caller's own delegate, which is not kept alive.
  public internal(set) weak var forwardee: (any NSObjectProtocol)? {
    didSet {
      #if canImport(ObjectiveC)
      watchForwardee(insteadOf: oldValue)
      #endif
    }
  }

  /// Whether there is nothing to be said about a message, so that it is the caller's delegate's or nobody's.
  func holdsBack(_ message: String) -> Bool { false }

  /// The class whose answers can be held back: what a subclass overrides is its own, and never is.
  var answeringClass: AnyClass { DelegateForwarder.self }

  /// The caller's delegate is gone: the view has to ask again which messages are known.
  func forwardeeIsGone() {}

  /// Whether a message is nobody's, not even the caller's delegate's.
  func keepsBack(_ message: String) -> Bool { false }

  #if canImport(ObjectiveC)
  /// Whether this delegate, or the one behind it, knows a message.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    let isOwn = super.responds(to: selector)
    guard let selector, Self.isDelegateMessage(selector) else { return isOwn }
    let message = NSStringFromSelector(selector)
    return MainActor.assumeIsolated {  // views ask for their delegates' messages where they live
      if isOwn && (!holdsBack(message) || isOverridden(message)) { return true }
      if keepsBack(message) { return false }
      return forwardee?.responds(to: NSSelectorFromString(message)) ?? false
    }
  }

  /// Whether a subclass of the caller's answers a message in its own way.
  private func isOverridden(_ message: String) -> Bool {
    let selector = NSSelectorFromString(message)
    return class_getMethodImplementation(type(of: self), selector)
      != class_getMethodImplementation(answeringClass, selector)
  }

  /// Takes what a view sends to a delegate that is about to go, before its end can be noticed.
  private static let silence = DelegateSilence()

  /// The caller's delegate, for messages of delegates that are not implemented here.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    guard let selector, Self.isDelegateMessage(selector) else { return super.forwardingTarget(for: selector) }
    return MainActor.assumeIsolated { Carried(object: forwardee ?? DelegateForwarder.silence) }.object
  }

  /// A delegate that goes takes what is associated with it along; this is how its end is noticed.
  private func watchForwardee(insteadOf old: (any NSObjectProtocol)?) {
    let key = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    if let old, old !== forwardee { objc_setAssociatedObject(old, key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    guard let forwardee, old !== forwardee else { return }
    let farewell = Farewell { [weak self] in self?.forwardeeIsGone() }
    objc_setAssociatedObject(forwardee, key, farewell, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }

  /// Does something at its end, on the main actor.
  @MainActor private final class Farewell {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    isolated deinit { body() }
  }

  /// Nothing else is asked on the main actor for sure.
  nonisolated private static func isDelegateMessage(_ selector: Selector) -> Bool {
    types(ofDelegateMessage: selector) != nil
  }

  /// How Objective-C encodes what a message of delegates takes and answers; `nil` for other messages.
  nonisolated static func types(ofDelegateMessage selector: Selector) -> UnsafeMutablePointer<CChar>? {
    for name in ["UITableViewDelegate", "UICollectionViewDelegateFlowLayout", "UIPickerViewDelegate"] {
      guard let delegate = NSProtocolFromString(name) else { continue }
      if let types = protocol_getMethodDescription(delegate, selector, false, true).types { return types }
    }
    return nil
  }

  /// A delegate on its way to the view that has asked, on the main actor too.
  private struct Carried: @unchecked Sendable {
    let object: (any NSObjectProtocol)?
  }
  #endif
}

#if canImport(ObjectiveC)
import ObjectiveC
#endif
#endif
