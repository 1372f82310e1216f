/// Signals a reader that there may be a new state.
///
/// A signal has no content, and one is buffered: no matter how often it is sent, the reader reads the newest state
/// once.
public struct Signal: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a signal, and the sequence in which its reader waits for it.
  package static func make() -> (signal: Signal, received: AsyncStream<Void>) {
    let (received, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return (Signal(continuation: continuation), received)
  }

  /// Wakes the reader.
  ///
  /// - Returns: `false` if the reader was deallocated, so that the signal can be removed.
  @discardableResult public func send() -> Bool {
    if case .terminated = continuation.yield() { false } else { true }
  }

  /// Finishes the reader's sequence after a signal that was already sent.
  package func finish() { continuation.finish() }
}

/// The readers of a source, each with its signal.
///
/// ```swift
/// actor Thermometer: TableSource {
///   private(set) var state = SourceState(TableSnapshot(rows: [20]))
///   private var subscribers = SubscriberList()
///
///   func subscribe(_ signal: Signal) { subscribers.add(signal) }
///
///   func measure(_ degrees: Int) {
///     state.advance(to: TableSnapshot(rows: [degrees]))
///     subscribers.notify()
///   }
/// }
/// ```
public struct SubscriberList: Sendable {
  private var signals: [Signal] = []
  /// The number of readers from which adding one also removes deallocated ones.
  private var limit = 8
  private var isFinished = false

  /// Creates a list without readers.
  public init() {}

  /// The number of readers, including deallocated ones that were not removed yet.
  package var count: Int { signals.count }

  /// Adds a reader, and occasionally removes readers that were deallocated.
  ///
  /// - Parameter signal: The reader's signal, which is sent with the next ``notify()``.
  public mutating func add(_ signal: Signal) {
    if isFinished { return signal.finish() }
    signals.append(signal)
    if signals.count > limit {
      notify()
      limit = max(8, 2 * signals.count)
    }
  }

  /// Signals all readers that there may be a new state, and removes readers that were deallocated.
  public mutating func notify() { signals.removeAll { !$0.send() } }

  /// Finishes the sequences of all readers, including readers that are added later.
  package mutating func finish() {
    isFinished = true
    for signal in signals { signal.finish() }
    signals = []
  }
}
