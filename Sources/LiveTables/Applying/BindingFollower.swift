/// A component of a view that depends on the view's binding, such as its cells.
@MainActor package protocol BindingFollower: AnyObject {
  /// Called when a binding of the view begins.
  /// The previous binding has already ended, and ``bindingEnded(_:)`` has been called.
  func bindingBegan()

  /// Called when the view's binding has ended. After ``EndReason/finished``, the view still shows its table.
  ///
  /// The view may be performing an update, so do not change it until ``viewDidBecomeIdle()`` is called.
  ///
  /// - Parameter reason: The reason why the binding ended.
  func bindingEnded(_ reason: EndReason)

  /// Called when you can change the view, because it is idle after a complete change or its binding has ended.
  ///
  /// Does nothing by default.
  func viewDidBecomeIdle()

  /// Called when the view's first editing rules or actions are added, or when they are removed.
  ///
  /// Does nothing by default.
  func rulesChanged()
}

extension BindingFollower {
  /// Does nothing by default.
  package func viewDidBecomeIdle() {}

  /// Does nothing.
  package func rulesChanged() {}
}
