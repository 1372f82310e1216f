#if Postgres
internal import Foundation

/// Where the troubles go of a table that nobody listens to.
enum TroubleLog {
  /// What receives the lines; tests replace it for one task.
  @TaskLocal static var write: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
#endif
