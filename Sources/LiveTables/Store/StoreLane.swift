/// Where the actors behind live tables run; those that move to ``StoreExecutor`` do without a second actor.
enum StoreLane {
  /// What tests put in the place of ``Own``.
  static var current: (any Actor)? {
    #if DEBUG
    StoreExecutor.current
    #else
    nil
    #endif
  }

  /// An actor that does nothing but lend its executor.
  actor Own {}
}
