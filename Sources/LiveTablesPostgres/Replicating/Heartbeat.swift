#if Postgres
/// Decides at regular intervals whether to report to the server, and whether to abandon the connection.
struct Heartbeat: Sendable {
  enum Action: Hashable, Sendable {
    case report(wantsReply: Bool)
    case giveUp
  }

  /// The number of silent beats after which the connection is abandoned.
  static let patience = 3

  private var seen = -1
  private var silent = 0

  /// Handles one beat of the timer.
  ///
  /// - Parameters:
  ///   - received: The number of times that data has arrived so far.
  ///   - isWaiting: Whether the reader is waiting for the server.
  mutating func beat(received: Int, isWaiting: Bool) -> Action {
    silent = received == seen && isWaiting ? silent + 1 : 0
    seen = received
    return silent >= Self.patience ? .giveUp : .report(wantsReply: silent > 0)
  }
}
#endif
