import Foundation

@testable import livetable

/// A pipe with a name, for tests that have to know who is still there; it goes with its last reference.
final class NamedPipe: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "livetable-\(UUID()).fifo").path

  init() throws {
    guard mkfifo(path, 0o600) == 0 else { throw SystemError.last }
  }

  deinit { unlink(path) }
}

/// Runs what blocks on a thread of its own: there are no more threads for tasks than processors, for all tests together.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Task<Value, any Error> {
  Task {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
