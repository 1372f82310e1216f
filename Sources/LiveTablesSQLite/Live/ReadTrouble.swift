#if SQLite
/// The unresolved error of a live table's reads.
///
/// An error that occurs repeatedly is reported once. If an error may be resolved without a commit or a change to the
/// query, the table is read again after an increasing delay.
struct ReadTrouble: Sendable {
  private static let delays: [Duration] = [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2)]

  private var description: String?
  private var failureCount = 0

  /// Handles an error.
  ///
  /// - Returns: Whether the error differs from the last one, and the time after which to read again, if any.
  mutating func add(_ error: any Error) -> (isNew: Bool, retryDelay: Duration?) {
    let delay = Self.delays[min(failureCount, Self.delays.count - 1)]
    let isNew = description != "\(error)"
    (description, failureCount) = ("\(error)", failureCount + 1)
    return (isNew, Self.mayResolveItself(error) ? delay : nil)
  }

  /// Handles a successful read.
  ///
  /// - Returns: Whether the read has resolved an error.
  mutating func resolve() -> Bool {
    defer { self = ReadTrouble() }
    return description != nil
  }

  private static func mayResolveItself(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.mayResolveItself
    case QueryError.fileIsGone: true
    default: false
    }
  }
}
#endif
