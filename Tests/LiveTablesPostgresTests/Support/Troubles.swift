#if Postgres
import LiveTables

@testable import LiveTablesPostgres

/// The errors that a table reports, to be waited for.
struct Troubles: Sendable {
  let stream: AsyncStream<String?>
  private let continuation: AsyncStream<String?>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: String?.self) }

  var receive: @Sendable ((any Error)?) -> Void { { [continuation] in continuation.yield($0.map { "\($0)" }) } }

  /// Waits for an error with some words in it, or, for `nil`, for the end of the trouble.
  func wait(for words: String?) async {
    for await trouble in stream {
      if let words, let trouble, trouble.contains(words) { return }
      if words == nil, trouble == nil { return }
    }
  }
}
#endif
