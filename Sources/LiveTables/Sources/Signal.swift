/// Tells one reader that there may be something new.
///
/// A signal carries nothing, and the reader remembers one: however often it is sent before the reader has time, the reader
/// looks once and finds the newest state.
public struct Signal: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a signal, and the sequence in which its reader waits for it.
  package static func make() -> (signal: Signal, received: AsyncStream<Void>) {
    let (received, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return (Signal(continuation: continuation), received)
  }

  /// Wakes the reader.
  ///
  /// - Returns: `false` if the reader has gone, so that the signal can be dropped.
  @discardableResult public func send() -> Bool {
    if case .terminated = continuation.yield() { false } else { true }
  }

  /// Ends the reader's sequence; a signal that was sent before still arrives.
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
  /// From how many on readers that have gone are looked for when one is added.
  private var limit = 8
  private var isFinished = false

  /// Creates a list without readers.
  public init() {}

  /// How many readers there are, with those that have gone unnoticed.
  package var count: Int { signals.count }

  /// Adds a reader; those that have gone are dropped now and then.
  ///
  /// - Parameter signal: The reader's signal. It is sent with the next ``notify()``.
  public mutating func add(_ signal: Signal) {
    if isFinished { return signal.finish() }
    signals.append(signal)
    if signals.count > limit {
      notify()
      limit = max(8, 2 * signals.count)
    }
  }

  /// Tells all readers that there may be something new, and drops those that have gone.
  public mutating func notify() { signals.removeAll { !$0.send() } }

  /// Ends the sequences of all readers, also of those that are added later.
  package mutating func finish() {
    isFinished = true
    for signal in signals { signal.finish() }
    signals = []
  }
}
