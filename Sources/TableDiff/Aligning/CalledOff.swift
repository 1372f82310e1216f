/// The error that ends cancelled work inside the engine.
///
/// The engine's closures do not throw: they return whether to continue. The diff is therefore compiled once for each
/// type of row instead of once more for each type of error.
@usableFromInline package struct CalledOff: Error {
  /// Throws an error if the work was cancelled.
  ///
  /// The body is hidden from clients; otherwise the compiler would specialize all callers for each closure.
  @inline(never) @_semantics("optimize.no.crossmodule") @usableFromInline package static func unless(
    _ goesOn: () -> Bool
  ) throws(CalledOff) {
    if !goesOn() { throw CalledOff() }
  }
}
