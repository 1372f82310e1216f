/// A signal that notifies a reader that there may be a new state.
///
/// A source adds its readers' signals to a ``SubscriberList``, which sends them. At most one signal is buffered for each
/// reader, because the reader then reads the newest state.
public struct Signal: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a signal, along with the sequence on which its reader waits.
  package static func make() -> (signal: Signal, received: AsyncStream<Void>) {
    let (received, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return (Signal(continuation: continuation), received)
  }

  /// Wakes the reader that waits for this signal.
  ///
  /// - Returns: `false` if the reader has been deallocated, in which case you can remove the signal.
  @discardableResult package func send() -> Bool {
    if case .terminated = continuation.yield() { false } else { true }
  }

  /// Finishes the reader's sequence, after any signal that has already been sent.
  package func finish() { continuation.finish() }
}
