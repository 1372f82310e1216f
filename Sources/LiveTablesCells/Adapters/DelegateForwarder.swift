#if canImport(ObjectiveC)
import Foundation
public import ObjectiveC
#else
public import Foundation
#endif

/// A delegate that forwards the messages it does not implement to the view's previous delegate.
///
/// Only delegate messages are forwarded. The previous data source receives no messages, because its rows differ.
///
/// A view checks only once which messages its delegate implements. If a binder implements a message but has no answer
/// to it, the binder hides its implementation (`holdsBack(_:)`).
@MainActor open class DelegateForwarder: NSObject {
  /// A weak reference to the view's previous delegate.
  @_spi(Adapters) public internal(set) weak var earlierDelegate: AnyObject? {
    didSet {
      #if canImport(ObjectiveC)
      if earlierDelegate !== oldValue { observeEnd(of: earlierDelegate, insteadOf: oldValue) }
      #endif
    }
  }

  nonisolated override init() { super.init() }

  // MARK: - For binders

  /// The Objective-C names of the protocols whose messages are forwarded.
  @_spi(Adapters) open class var delegateProtocols: [String] { [] }

  /// The class whose implementations can be hidden, unlike overrides in its subclasses.
  @_spi(Adapters) open var implementingClass: AnyClass { DelegateForwarder.self }

  /// Returns whether this binder hides its implementation of a message because it has no answer.
  ///
  /// - Parameter message: The Objective-C name of the message.
  @_spi(Adapters) open func holdsBack(_ message: String) -> Bool { false }

  /// Returns whether a message is forwarded to the previous delegate.
  ///
  /// - Parameter message: The Objective-C name of the message.
  @_spi(Adapters) open func forwards(_ message: String) -> Bool { true }

  /// Sets the view's delegate again, which makes the view check again which messages are implemented.
  ///
  /// Called after the previous delegate has been deallocated, or when a hidden message becomes available.
  @_spi(Adapters) open func resetDelegate() {}

  /// Returns whether the previous delegate implements a message.
  ///
  /// On Linux, a delegate counts as implementing every message, unless it conforms to `StandInResponder` and returns
  /// `false`.
  ///
  /// - Parameter message: The Objective-C name of the message.
  @_spi(Adapters) public final func earlierDelegateImplements(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    (earlierDelegate as? any NSObjectProtocol)?.responds(to: NSSelectorFromString(message)) ?? false
    #else
    earlierDelegate.map { ($0 as? any StandInResponder)?.standInResponds(to: message) ?? true } ?? false
    #endif
  }

  /// Returns whether the previous delegate or an override in a subclass answers a message.
  ///
  /// On Linux, every subclass counts as overriding every message.
  ///
  /// - Parameter message: The Objective-C name of the message.
  @_spi(Adapters) public final func isAnsweredByOthers(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    let isOverridden = isOverridden(NSSelectorFromString(message))
    #else
    let isOverridden = type(of: self) != implementingClass
    #endif
    return isOverridden || forwards(message) && earlierDelegateImplements(message)
  }

  /// Whether the previous delegate or a subclass provides any size for a flow layout.
  @_spi(Adapters) public final var hasSizesOfOthers: Bool {
    isAnsweredByOthers("collectionView:layout:sizeForItemAtIndexPath:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForHeaderInSection:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForFooterInSection:")
  }

  /// Updates the list of answered messages, before the view's delegate is set.
  @_spi(Adapters) public final func updateMessages() {
    #if canImport(ObjectiveC)
    var answers: [Selector: Bool] = [:]
    for selector in DelegateMessages.selectors(of: Self.delegateProtocols) {
      let message = NSStringFromSelector(selector)
      let isImplemented = class_respondsToSelector(type(of: self), selector)
      let isHeldBack = holdsBack(message) && !isOverridden(selector)
      answers[selector] =
        isImplemented && !isHeldBack
        || forwards(message) && earlierDelegateImplements(message)
    }
    messages.set(answers, target: earlierDelegate)
    #endif
  }

  #if !canImport(ObjectiveC)
  /// Replaces `responds(to:)` for a message that this binder implements.
  @_spi(Adapters) public final func standInResponds(to message: String) -> Bool {
    !holdsBack(message) || forwards(message) && earlierDelegateImplements(message)
  }
  #endif

  #if canImport(ObjectiveC)
  private nonisolated let messages = DelegateMessages()

  /// Returns, on any thread, whether this binder or the previous delegate implements a message.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    messages.answer(to: selector) ?? super.responds(to: selector)
  }

  /// Returns, on any thread, the previous delegate for delegate messages that this binder does not implement.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    messages.target(of: selector) ?? super.forwardingTarget(for: selector)
  }

  private func isOverridden(_ selector: Selector) -> Bool {
    class_getMethodImplementation(type(of: self), selector)
      != class_getMethodImplementation(implementingClass, selector)
  }

  /// Observes the deallocation of a delegate with an associated object that is released with the delegate.
  private func observeEnd(of delegate: AnyObject?, insteadOf old: AnyObject?) {
    let key = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    if let old { objc_setAssociatedObject(old, key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    guard let delegate else { return }
    let observer = EndObserver { [weak self] in self?.resetDelegate() }
    objc_setAssociatedObject(delegate, key, observer, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }

  /// Calls a closure on the main actor when it is deallocated.
  @MainActor private final class EndObserver {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    isolated deinit { body() }
  }
  #endif
}

#if !canImport(ObjectiveC)
/// A delegate that reports which messages it implements, for platforms without `responds(to:)`.
@MainActor package protocol StandInResponder: AnyObject {
  /// Returns whether the delegate implements a message.
  ///
  /// - Parameter message: The Objective-C name of the message.
  func standInResponds(to message: String) -> Bool
}
#endif
