/// Work was ended by its caller.
///
/// Inside of the engine it is asked whether to go on by closures that throw nothing, and one error says that it was not. So
/// code is made once for a type of rows, and not for every type of error.
@usableFromInline package struct CalledOff: Error {
  @inlinable package init() {}

  /// Throws unless work goes on.
  ///
  /// Clients do not see what it does, so that they make no code for each closure that is asked.
  @inline(never) @_semantics("optimize.no.crossmodule") @usableFromInline package static func unless(
    _ goesOn: () -> Bool
  ) throws(CalledOff) {
    if !goesOn() { throw CalledOff() }
  }
}
