#if SQLite
/// The reason why a query result cannot be updated from its changes alone.
struct NotIncremental: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
#endif
