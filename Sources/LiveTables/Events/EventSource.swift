/// Sends events to any number of readers, each of which has its own sequence.
@MainActor package final class EventSource<Element: Sendable> {
  /// The number of events that are buffered for a reader before the oldest events are dropped.
  package nonisolated static var bufferSize: Int { 4_096 }

  /// A subscription that is used by a single iterator.
  @MainActor final class Reader {
    nonisolated let stream: AsyncStream<Element>
    fileprivate var isTaken = false
    fileprivate let endedBindingCount: Int

    fileprivate init(_ stream: AsyncStream<Element>, endedBindingCount: Int) {
      self.stream = stream
      self.endedBindingCount = endedBindingCount
    }
  }

  /// The sending side of a subscription, which does not keep the reader alive.
  struct Listener {
    fileprivate weak let reader: Reader?
    fileprivate let events: AsyncStream<Element>.Continuation
  }

  /// A closure that returns the first event for each new reader.
  package var firstEvent: (@MainActor () -> Element?)?
  private let bufferSize: Int
  private(set) var listeners: [Listener] = []
  /// The number of bindings of the view that have ended.
  private var endedBindingCount = 0

  package init(bufferSize: Int = EventSource.bufferSize) { self.bufferSize = bufferSize }

  deinit { for listener in listeners { listener.events.finish() } }

  /// Whether the events have a reader, or a sequence that has not been iterated yet.
  var isHeard: Bool { listeners.contains { $0.reader != nil } }

  package func sequence() -> Updates<Element, Never> {
    let reader = reader()
    return Updates { reader }
  }

  func reader() -> EventReader<Element> { EventReader(source: self, reader: subscribe()) }

  /// Returns the given subscription, or a new one if it is already in use.
  fileprivate func take(_ reader: Reader) -> Reader {
    var free = reader
    if reader.isTaken {
      free = subscribe()
      if reader.endedBindingCount != endedBindingCount { finishLast() }
    }
    free.isTaken = true
    return free
  }

  package func send(_ event: @autoclosure () -> Element) {
    if listeners.isEmpty { return }
    let event = event()
    for listener in listeners { listener.events.yield(event) }
  }

  /// Ends the readers' sequences after their buffered events, because the view's binding has ended.
  package func end() {
    endedBindingCount += 1
    for listener in listeners { listener.events.finish() }
    listeners = []
  }

  private func subscribe() -> Reader {
    listeners.removeAll { $0.reader == nil }
    let (stream, events) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(bufferSize))
    if let first = firstEvent?() { events.yield(first) }
    let reader = Reader(stream, endedBindingCount: endedBindingCount)
    listeners.append(Listener(reader: reader, events: events))
    return reader
  }

  private func finishLast() { listeners.popLast()?.events.finish() }
}

/// Reads the events that were sent since the sequence was created.
struct EventReader<Element: Sendable>: UpdateReader {
  private weak let source: EventSource<Element>?
  private var reader: EventSource<Element>.Reader
  private var hasBegun = false

  init(source: EventSource<Element>?, reader: EventSource<Element>.Reader) {
    self.source = source
    self.reader = reader
  }

  mutating func next() async -> Element? {
    if !hasBegun, let source { reader = await source.take(reader) }
    hasBegun = true
    for await event in reader.stream { return event }
    return nil
  }
}
