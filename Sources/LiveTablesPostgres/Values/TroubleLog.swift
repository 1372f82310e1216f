#if Postgres
internal import Foundation

/// The log for errors of tables that have no `onTrouble` closure.
enum TroubleLog {
  /// The closure that receives each log line, and that tests replace for a single task.
  @TaskLocal static var write: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
#endif
