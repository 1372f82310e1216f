#if canImport(ObjectiveC)
import Foundation
public import ObjectiveC
#else
public import Foundation
#endif

/// A delegate in front of the one that a view had before: what it does not implement is forwarded to that one.
///
/// Only messages of delegates are forwarded. The earlier data source is never asked: it knows other rows.
///
/// A view asks a delegate once which messages it implements. A message that a binder implements and has no answer for is
/// held back (`holdsBack(_:)`), as if it were not implemented.
@MainActor open class DelegateForwarder: NSObject {
  /// The delegate that the view had before, which is not kept alive.
  @_spi(Adapters) public internal(set) weak var earlierDelegate: AnyObject? {
    didSet {
      #if canImport(ObjectiveC)
      if earlierDelegate !== oldValue { observeEnd(of: earlierDelegate, insteadOf: oldValue) }
      #endif
    }
  }

  nonisolated override init() { super.init() }

  // MARK: - For binders

  /// The protocols whose messages are forwarded, by their Objective-C names.
  @_spi(Adapters) open class var delegateProtocols: [String] { [] }

  /// The class whose implementations can be held back; what a subclass overrides is never held back.
  @_spi(Adapters) open var implementingClass: AnyClass { DelegateForwarder.self }

  /// Whether this binder has no answer to a message that it implements.
  ///
  /// - Parameter message: An Objective-C name.
  @_spi(Adapters) open func holdsBack(_ message: String) -> Bool { false }

  /// Whether the earlier delegate gets a message.
  ///
  /// - Parameter message: An Objective-C name.
  @_spi(Adapters) open func forwards(_ message: String) -> Bool { true }

  /// The earlier delegate is gone, or a message is held back no longer: sets the view's delegate again, so that the view
  /// asks again which messages are implemented.
  @_spi(Adapters) open func resetDelegate() {}

  /// Whether the earlier delegate implements a message; on Linux every one, unless it says so (`StandInResponder`).
  ///
  /// - Parameter message: An Objective-C name.
  @_spi(Adapters) public final func earlierDelegateImplements(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    (earlierDelegate as? any NSObjectProtocol)?.responds(to: NSSelectorFromString(message)) ?? false
    #else
    earlierDelegate.map { ($0 as? any StandInResponder)?.standInResponds(to: message) ?? true } ?? false
    #endif
  }

  /// Whether the earlier delegate answers a message, or a subclass does in its own way; on Linux every subclass does.
  ///
  /// - Parameter message: An Objective-C name.
  @_spi(Adapters) public final func isAnsweredByOthers(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    let isOverridden = isOverridden(NSSelectorFromString(message))
    #else
    let isOverridden = type(of: self) != implementingClass
    #endif
    return isOverridden || forwards(message) && earlierDelegateImplements(message)
  }

  /// Whether others say what size something has in a flow layout, which may depend on whatever rows and sections say.
  @_spi(Adapters) public final var hasSizesOfOthers: Bool {
    isAnsweredByOthers("collectionView:layout:sizeForItemAtIndexPath:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForHeaderInSection:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForFooterInSection:")
  }

  /// Decides again which messages are answered; to be called before the view's delegate is set.
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
  /// Stands for `responds(to:)`, for a message that this binder implements.
  @_spi(Adapters) public final func standInResponds(to message: String) -> Bool {
    !holdsBack(message) || forwards(message) && earlierDelegateImplements(message)
  }
  #endif

  #if canImport(ObjectiveC)
  private nonisolated let messages = DelegateMessages()

  /// Whether this binder, or the earlier delegate, implements a message; may be asked on any thread.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    messages.answer(to: selector) ?? super.responds(to: selector)
  }

  /// The earlier delegate, for messages of delegates that this binder does not implement; may be asked on any thread.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    messages.target(of: selector) ?? super.forwardingTarget(for: selector)
  }

  private func isOverridden(_ selector: Selector) -> Bool {
    class_getMethodImplementation(type(of: self), selector)
      != class_getMethodImplementation(implementingClass, selector)
  }

  /// An object that is associated with a delegate is released with it: this is how its end is observed.
  private func observeEnd(of delegate: AnyObject?, insteadOf old: AnyObject?) {
    let key = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    if let old { objc_setAssociatedObject(old, key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    guard let delegate else { return }
    let observer = EndObserver { [weak self] in self?.resetDelegate() }
    objc_setAssociatedObject(delegate, key, observer, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }

  /// Calls a closure on the main actor when it is released.
  @MainActor private final class EndObserver {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    isolated deinit { body() }
  }
  #endif
}

#if !canImport(ObjectiveC)
/// A delegate that says which messages it implements, where `responds(to:)` does not exist.
@MainActor package protocol StandInResponder: AnyObject {
  /// Whether it implements a message.
  ///
  /// - Parameter message: An Objective-C name.
  func standInResponds(to message: String) -> Bool
}
#endif
