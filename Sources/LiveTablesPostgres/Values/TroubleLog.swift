#if Postgres
internal import Foundation

/// The log for errors of tables without `onTrouble`.
enum TroubleLog {
  /// The closure that receives each line, which tests replace for one task.
  @TaskLocal static var write: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
#endif
