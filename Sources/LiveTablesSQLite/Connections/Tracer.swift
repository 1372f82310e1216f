#if SQLite
internal import CSQLite

/// Passes the SQL of every statement that a connection starts to a closure.
final class Tracer {
  private let tell: @Sendable (String) -> Void

  init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

  /// Installs the hook, which requires this object to outlive the connection.
  func install(on connection: OpaquePointer) {
    sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue().tell(sql)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
#endif
