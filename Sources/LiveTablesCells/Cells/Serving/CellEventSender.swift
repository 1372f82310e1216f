/// Sends the events of one cell.
///
/// The context that a cell is configured with carries it; ``CellStock`` connects it once it knows which cell that is.
@MainActor final class CellEventSender {
  private var receive: (@MainActor (any Sendable) -> Void)?

  /// Connects the sender.
  ///
  /// - Parameter receive: Called with each event from now on.
  func connect(_ receive: @escaping @MainActor (any Sendable) -> Void) { self.receive = receive }

  func callAsFunction(_ event: any Sendable) { receive?(event) }
}
