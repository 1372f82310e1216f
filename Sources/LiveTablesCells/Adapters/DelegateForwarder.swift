#if canImport(ObjectiveC)
import Foundation
public import ObjectiveC
#else
public import Foundation
#endif

/// A delegate that forwards the methods that it does not implement to the view's previous delegate.
///
/// Only delegate methods are forwarded. Methods of the previous data source are not called, because its rows differ.
///
/// A view checks which methods its delegate implements only once. If a binder implements a method but has no result to
/// return, the binder hides the method from the view (`holdsBack(_:)`).
@MainActor open class DelegateForwarder: NSObject {
  /// A weak reference to the view's previous delegate.
  package internal(set) weak var earlierDelegate: AnyObject? {
    didSet {
      #if canImport(ObjectiveC)
      if earlierDelegate !== oldValue { observeEnd(of: earlierDelegate, insteadOf: oldValue) }
      #endif
    }
  }

  nonisolated override init() { super.init() }

  // MARK: - For binders

  /// The Objective-C names of the protocols whose methods are forwarded.
  @_spi(Adapters) open class var delegateProtocols: [String] { [] }

  /// The class whose methods can be hidden from the view, except for overrides in its subclasses.
  @_spi(Adapters) open var implementingClass: AnyClass { DelegateForwarder.self }

  /// Returns whether this binder hides a method from the view because it has no result to return.
  ///
  /// - Parameter message: The Objective-C name of the method.
  @_spi(Adapters) open func holdsBack(_ message: String) -> Bool { false }

  /// Returns whether a method is forwarded to the previous delegate.
  ///
  /// - Parameter message: The Objective-C name of the method.
  @_spi(Adapters) open func forwards(_ message: String) -> Bool { true }

  /// Sets the view's delegate again, so that the view checks again which methods it implements.
  ///
  /// Called after the previous delegate has been deallocated, or when this binder stops hiding a method.
  @_spi(Adapters) open func resetDelegate() {}

  /// Returns whether the previous delegate implements a method.
  ///
  /// On Linux, a delegate is assumed to implement every method unless it conforms to `StandInResponder` and returns
  /// `false`.
  ///
  /// - Parameter message: The Objective-C name of the method.
  package final func earlierDelegateImplements(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    (earlierDelegate as? any NSObjectProtocol)?.responds(to: NSSelectorFromString(message)) ?? false
    #else
    earlierDelegate.map { ($0 as? any StandInResponder)?.standInResponds(to: message) ?? true } ?? false
    #endif
  }

  /// Returns whether the previous delegate or a subclass implements a method.
  ///
  /// On Linux, every subclass is assumed to override every method.
  ///
  /// - Parameter message: The Objective-C name of the method.
  package final func isAnsweredByOthers(_ message: String) -> Bool {
    #if canImport(ObjectiveC)
    let isOverridden = isOverridden(NSSelectorFromString(message))
    #else
    let isOverridden = type(of: self) != implementingClass
    #endif
    return isOverridden || forwards(message) && earlierDelegateImplements(message)
  }

  /// Whether the previous delegate or a subclass provides any size for a flow layout.
  package final var hasSizesOfOthers: Bool {
    isAnsweredByOthers("collectionView:layout:sizeForItemAtIndexPath:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForHeaderInSection:")
      || isAnsweredByOthers("collectionView:layout:referenceSizeForFooterInSection:")
  }

  /// Updates the list of implemented methods before the view's delegate is set.
  package final func updateMessages() {
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
  /// The replacement for `responds(to:)` for a method that this binder implements.
  @_spi(Adapters) public final func standInResponds(to message: String) -> Bool {
    !holdsBack(message) || forwards(message) && earlierDelegateImplements(message)
  }

  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public final var standInForwardingTarget: AnyObject? { earlierDelegate }
  #endif

  #if canImport(ObjectiveC)
  private nonisolated let messages = DelegateMessages()

  /// Returns, on any thread, whether this binder or the previous delegate implements a method.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    messages.answer(to: selector) ?? super.responds(to: selector)
  }

  /// Returns, on any thread, the previous delegate for delegate methods that this binder does not implement.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    messages.target(of: selector) ?? super.forwardingTarget(for: selector)
  }

  private func isOverridden(_ selector: Selector) -> Bool {
    class_getMethodImplementation(type(of: self), selector)
      != class_getMethodImplementation(implementingClass, selector)
  }

  /// Observes the deallocation of a delegate by means of an associated object that is released with it.
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
/// A delegate that reports which methods it implements, for platforms without `responds(to:)`.
@MainActor package protocol StandInResponder: AnyObject {
  /// Returns whether the delegate implements a method.
  ///
  /// - Parameter message: The Objective-C name of the method.
  func standInResponds(to message: String) -> Bool
}
#endif
