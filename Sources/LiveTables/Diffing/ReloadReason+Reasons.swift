extension ReloadReason {
  package static let firstTable = ReloadReason("it is the first table")
  package static let replaced = ReloadReason("the rows were set without a diff")
  package static let noView = ReloadReason("there is no view")
  package static let viewNotReady = ReloadReason("the view has no window or no layout yet")
  @usableFromInline package static let batchTooLarge = ReloadReason("the diff has too many operations")
  package static let alwaysStale = ReloadReason("what is shown changed during every diff")
  package static let changedOutside = ReloadReason("the view was changed from outside")
  /// ``BindingOptions/alwaysReloads`` or ``BindingOptions/shouldAnimate`` requires a reload.
  package static let asked = ReloadReason("the options ask for it")
  package static let invalidBatch = ReloadReason("the batch is not valid")
  /// The view threw an error, or did not commit the batch update exactly once.
  package static let refused = ReloadReason("the view refused the batch")
}
