/// The error that ends a cancelled diff within the engine.
///
/// The engine's closures return whether to continue, rather than throw errors. Therefore, the diff is compiled once for
/// each row type, not for each combination of row and error types.
@usableFromInline package struct DiffCancellation: Error {
  /// Throws an error if the work was cancelled.
  ///
  /// The body is hidden from clients, because otherwise the compiler would specialize all callers for each closure.
  @inline(never) @_semantics("optimize.no.crossmodule") @usableFromInline package static func unless(
    _ shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    if !shouldContinue() { throw DiffCancellation() }
  }
}
