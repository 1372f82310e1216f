#if SQLite
internal import CSQLite

/// Waits for database locks on the connection's own queue, until a timeout expires or the task is cancelled.
final class BusyPatience {
  private let timeout: Duration
  private var begun: ContinuousClock.Instant?
  var isOn = true

  /// The delays between attempts in milliseconds, which match SQLite's default.
  private static let delays: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  init(_ timeout: Duration) { self.timeout = timeout }

  /// Installs the busy handler, which requires this object to outlive the connection.
  func install(on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, tries in
        guard let context else { return 0 }
        return Unmanaged<BusyPatience>.fromOpaque(context).takeUnretainedValue().waits(after: Int(tries)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits briefly, and returns whether to try again.
  ///
  /// - Parameter tries: The number of previous waits for the same lock.
  func waits(after tries: Int) -> Bool {
    if !isOn || Task.isCancelled { return false }
    let now = ContinuousClock.now
    if tries == 0 { begun = now }
    guard let begun, now - begun < timeout else { return false }
    sqlite3_sleep(Self.delays[min(tries, Self.delays.count - 1)])
    return true
  }
}
#endif
