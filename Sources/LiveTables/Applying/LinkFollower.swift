/// An object that the view's link notifies of changes to the shown table, on the main actor and in order.
@MainActor package protocol LinkFollower<Section, Row>: AnyObject {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  /// Called when the presented table has changed.
  ///
  /// The view may be performing a batch, so do not update the view in this method, and do not store the change.
  func follow(_ change: ShownChange<Section, Row>)

  /// Called when the view is idle and shows all of a change.
  func changeCompleted()

  func end()
}
