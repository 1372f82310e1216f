/// Work was ended by its caller.
///
/// Inside the engine, closures that throw nothing say whether to go on, and this error is the only one. So the diff is
/// compiled once for a type of rows, and not once more for each type of error.
@usableFromInline package struct CalledOff: Error {
  /// Throws unless work goes on.
  ///
  /// The body is hidden from clients: with it, the compiler would make all code that leads here anew for each closure.
  @inline(never) @_semantics("optimize.no.crossmodule") @usableFromInline package static func unless(
    _ goesOn: () -> Bool
  ) throws(CalledOff) {
    if !goesOn() { throw CalledOff() }
  }
}
