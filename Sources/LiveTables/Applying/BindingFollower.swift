/// A component of a view that depends on the view's binding, such as its cells.
@MainActor package protocol BindingFollower: AnyObject {
  /// Called when a binding of the view begins, after the end of the previous one.
  func bindingBegan()

  /// Called when the view's binding has ended. After ``EndReason/finished``, the view still shows its table.
  ///
  /// The view may be performing an update, so do not change it until ``viewDidBecomeIdle()`` is called.
  func bindingEnded(_ reason: EndReason)

  /// Called when you can change the view. Does nothing by default.
  func viewDidBecomeIdle()

  /// Called when the first editing rules or actions are added, or the last removed. Does nothing by default.
  func rulesChanged()
}

extension BindingFollower {
  package func viewDidBecomeIdle() {}

  package func rulesChanged() {}
}
