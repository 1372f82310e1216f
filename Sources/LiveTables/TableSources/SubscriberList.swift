/// A list of a source's readers, each represented by its signal.
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
  /// The number of readers at which adding a reader also removes deallocated readers.
  private var limit = 8
  private var isFinished = false

  /// Creates a list without readers.
  public init() {}

  /// The number of readers, including deallocated readers that have not been removed yet.
  package var count: Int { signals.count }

  /// Adds a reader, and occasionally removes readers that have been deallocated.
  ///
  /// - Parameter signal: The reader's signal, which ``notify()`` sends.
  public mutating func add(_ signal: Signal) {
    if isFinished { return signal.finish() }
    signals.append(signal)
    if signals.count > limit {
      notify()
      limit = max(8, 2 * signals.count)
    }
  }

  /// Signals all readers that there may be a new state, and removes readers that have been deallocated.
  public mutating func notify() { signals.removeAll { !$0.send() } }

  /// Finishes the sequences of all readers, including readers that are added later.
  package mutating func finish() {
    isFinished = true
    for signal in signals { signal.finish() }
    signals = []
  }
}
