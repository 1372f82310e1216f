#if Postgres
import LiveTables
import Synchronization

@testable import LiveTablesPostgres

/// A recorder of the errors that a table reports, which tests can wait for.
final class Troubles: Sendable {
  let stream: AsyncStream<String?>
  private let all = Mutex<[String]>([])
  private let continuation: AsyncStream<String?>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: String?.self) }

  var receive: @Sendable ((any Error)?) -> Void {
    { error in
      if let error { self.all.withLock { $0.append("\(error)") } }
      self.continuation.yield(error.map { "\($0)" })
    }
  }

  /// Returns whether an error that begins with the given words has been reported.
  func contain(_ words: String) -> Bool { all.withLock { $0.contains { $0.hasPrefix(words) } } }

  /// Waits for an error that contains the given words or, if `words` is `nil`, for the end of the trouble.
  func wait(for words: String?) async {
    for await trouble in stream {
      if let words, let trouble, trouble.contains(words) { return }
      if words == nil, trouble == nil { return }
    }
  }
}
#endif
