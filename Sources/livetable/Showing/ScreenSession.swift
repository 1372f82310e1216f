import LiveTables
import LiveTablesTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a feed into the terminal, until a key or a signal ends it, or the feed has ended and nothing stays.
@MainActor struct ScreenSession {
  let feed: any Feed
  /// The column that the rows are grouped by.
  let groupColumn: String?

  /// - Returns: What the tool exits with.
  /// - Throws: The error for which there was no use in going on.
  func run() async throws -> ExitStatus {
    let sink = ScreenSink(groupColumn: groupColumn)
    let keys = "space holds, q quits"
    sink.view.caption = "\(keys)  \(feed.caption)"
    let work = Task { try await feed.run(into: sink) }
    let screen = Task { try await sink.view.run() }
    let end = Task {
      let result = await work.result
      if feed.staysAtEnd, case .success = result {
        sink.view.caption = "\(keys)  the stream has ended"
      } else {
        screen.cancel()
      }
      return result
    }
    let exit: TerminalExit
    do {
      exit = try await screen.value
    } catch {
      work.cancel()
      _ = await end.value
      throw error
    }
    // What the feed has started ends before the tool does.
    work.cancel()
    if case .failure(let error) = await end.value, exit == .cancelled { throw error }
    // The user's own interrupt is the way to end a watch, and no trouble.
    if case .signal(let number) = exit, number != SIGINT { return .ended(by: number) }
    return sink.hasTrouble ? .trouble : .success
  }
}
