import Foundation

@testable import livetable

/// A named pipe, which shows whether processes still hold it open; it is removed with its last reference.
final class NamedPipe: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "livetable-\(UUID()).fifo").path

  init() throws {
    guard mkfifo(path, 0o600) == 0 else { throw SystemError.last }
  }

  deinit { unlink(path) }
}

/// Runs a blocking function on a new thread, because all tests share the few threads of the concurrency pool.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Task<Value, any Error> {
  Task {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
