/// Tells something to any number of readers, each of which has a sequence of its own.
@MainActor package final class EventSource<Element: Sendable> {
  /// How many events wait for a reader; of more it gets the newest.
  package nonisolated static var room: Int { 4_096 }

  /// The right to read, which one iterator takes up.
  @MainActor final class Reader {
    nonisolated let stream: AsyncStream<Element>
    fileprivate var isTaken = false
    fileprivate let era: Int

    fileprivate init(_ stream: AsyncStream<Element>, era: Int) {
      self.stream = stream
      self.era = era
    }
  }

  /// What is told goes here; the reader itself is held by whoever reads, and by nobody else.
  struct Listener {
    fileprivate weak let reader: Reader?
    fileprivate let events: AsyncStream<Element>.Continuation
  }

  /// What a reader gets first.
  package var greeting: (@MainActor () -> Element?)?
  private let room: Int
  private(set) var listeners: [Listener] = []
  /// How often what was bound to the view has ended.
  private var era = 0

  package init(room: Int = EventSource.room) { self.room = room }

  deinit { for listener in listeners { listener.events.finish() } }

  /// Whether anybody reads, or may begin to.
  var isHeard: Bool { listeners.contains { $0.reader != nil } }

  /// Makes a sequence, which has all events from now on.
  package func sequence() -> Updates<Element, Never> {
    let reader = subscribe()
    return Updates { [weak self] in EventReader(source: self, reader: reader) }
  }

  /// Hands out the right to read: the given one, or another if that was taken up before.
  fileprivate func take(_ reader: Reader) -> Reader {
    var free = reader
    if reader.isTaken {
      free = subscribe()
      if reader.era != era { finishLast() }
    }
    free.isTaken = true
    return free
  }

  package func tell(_ event: @autoclosure () -> Element) {
    if listeners.isEmpty { return }
    let event = event()
    for listener in listeners { listener.events.yield(event) }
  }

  /// What was bound to the view is not any more: readers get what they have not read yet, and then the end.
  package func end() {
    era += 1
    for listener in listeners { listener.events.finish() }
    listeners = []
  }

  private func subscribe() -> Reader {
    listeners.removeAll { $0.reader == nil }
    let (stream, events) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(room))
    if let first = greeting?() { events.yield(first) }
    let reader = Reader(stream, era: era)
    listeners.append(Listener(reader: reader, events: events))
    return reader
  }

  private func finishLast() { listeners.popLast()?.events.finish() }
}

/// Reads events one by one, from when the sequence was asked for on.
struct EventReader<Element: Sendable>: UpdateReading {
  private weak let source: EventSource<Element>?
  private var reader: EventSource<Element>.Reader
  private var hasBegun = false

  init(source: EventSource<Element>?, reader: EventSource<Element>.Reader) {
    self.source = source
    self.reader = reader
  }

  /// The next event.
  ///
  /// - Returns: `nil` when what was bound to the view has ended, or the task is cancelled.
  mutating func next() async -> Element? {
    if !hasBegun, let source { reader = await source.take(reader) }
    hasBegun = true
    for await event in reader.stream { return event }
    return nil
  }
}
