import LiveTables

/// A part of a composed table: a source, or a table that does not change.
@MainActor final class ComposedPart<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  let number: Int
  /// `nil` for a table.
  ///
  /// A source that has ended is read, too: a moment may have an earlier state of it.
  let source: (any TableSource<Section, Row>)?
  /// The state that the composed table has.
  fileprivate var seen: SourceState<Section, Row>?

  init(_ table: TableSnapshot<Section, Row>, number: Int) {
    self.number = number
    source = nil
    seen = SourceState(table)
  }

  init(_ source: some TableSource<Section, Row>, number: Int) {
    self.number = number
    self.source = source
  }

  /// The table; empty before the source has one.
  var table: TableSnapshot<Section, Row> { seen?.table ?? TableSnapshot() }

  /// The source's own value that belongs to the table.
  var value: (any Sendable)? { seen?.value }
}

/// The common part of sources that compose tables on the main actor: parts and sequences to read, and readers to signal.
@MainActor final class Outlet<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// Counts the changes of what the table is composed of.
  private(set) var revision = 0
  /// Whether the caller has finished the source.
  private(set) var isClosed = false
  private var composed = SourceState<Section, Row>()
  private var composedRevision = -1
  private var hasOtherRows = false
  private var subscribers = SubscriberList()
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastSource = 0

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// The newest state; several changes in one turn of the main actor are one.
  ///
  /// - Parameters:
  ///   - table: Composes the newest table; `nil` if there is none yet, so that readers wait.
  ///   - value: What belongs to it.
  ///   - isLast: Whether the table is the last one, if the source is closed and has read all sequences.
  func state(
    _ table: @autoclosure () -> TableSnapshot<Section, Row>?, value: (any Sendable)? = nil, isLast: Bool = true
  ) -> SourceState<Section, Row> {
    if composedRevision != revision, let table = table() {
      var content = CapturedTable(table)
      content.value = value
      composed.advance(to: content, by: nil, refreshed: [], hasOtherRows: hasOtherRows)
      composedRevision = revision
      hasOtherRows = false
    }
    if isClosed && tasks.isEmpty && isLast { composed.finish() }
    return composed
  }

  /// The newest state of a table that is composed of parts, with one state of each source that they follow.
  ///
  /// - Parameters:
  ///   - parts: The parts to read; asked again when they have been read.
  ///   - table: Composes the table of the parts; `nil` if there is none yet.
  ///   - value: What belongs to it.
  func state<Part>(
    of parts: () -> [ComposedPart<Part, Row>], _ table: () -> TableSnapshot<Section, Row>?,
    value: () -> (any Sendable)? = { nil }
  ) async -> SourceState<Section, Row> {
    await ReadMoment.open { moment in
      while true {
        let asked = parts()
        var read: [(part: ComposedPart<Part, Row>, now: SourceState<Part, Row>)] = []
        for part in asked {
          if let source = part.source { read.append((part, await source.read)) }
        }
        // From here on one turn: parts may have come or gone, and another reader may have come first.
        if !parts().elementsEqual(asked, by: ===) { continue }
        for (part, now) in read { now.checkMoment(against: part.seen, by: part) }
        if moment.isStale { return composed }
        for (part, now) in read { follow(now, part) }
        let isLast = read.allSatisfy(\.now.isFinished)
        return moment.shared(by: self) { state(table(), value: value(), isLast: isLast) }
      }
    }
  }

  private func follow<Part>(_ now: SourceState<Part, Row>, _ part: ComposedPart<Part, Row>) {
    guard now.version > part.seen?.version ?? -1 else { return }
    composed.note(refreshed: now.refreshed(since: part.seen), renamed: now.renamed(since: part.seen))
    recompose(hasOtherRows: part.seen.map(now.hasOtherRows) ?? false)
    part.seen = now
  }

  /// Has the next reader compose the table again.
  ///
  /// - Parameter hasOtherRows: Whether rows may differ that compare equal.
  func recompose(hasOtherRows: Bool = false) {
    revision += 1
    if hasOtherRows { self.hasOtherRows = true }
  }

  /// Something has changed of what the table is composed of.
  func changed() {
    recompose()
    notify()
  }

  /// Has all readers look.
  func notify() { subscribers.notify() }

  /// Waits until readers are to look, or the task is cancelled.
  func waitForChange() async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    for await _ in received { return }
  }

  /// The caller makes no more changes; when all sequences have ended, the source ends.
  func close() {
    isClosed = true
    subscribers.notify()
  }

  // MARK: - Sources and sequences

  /// Numbers a part, or a sequence that is going to be read.
  func makeSource() -> Int {
    lastSource += 1
    return lastSource
  }

  /// Follows the source of a part, so that readers look whenever it has another state.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - answered: Called on the main actor when the source has answered for the first time.
  ///   - ended: Called on the main actor when the source has ended, with its error; not if it was cancelled.
  func follow<Part>(
    _ part: ComposedPart<Part, Row>, answered: (@MainActor @Sendable () -> Void)? = nil,
    ended: @escaping @MainActor @Sendable ((any Error)?) -> Void
  ) {
    guard let source = part.source else { return }
    read(source.states, as: part.number) {
      guard let answered else { return }
      _ = await source.state
      await answered()
    } deliver: { [weak self] _ in
      self?.notify()
      return true
    } ended: {
      ended($0)
    }
  }

  /// Reads a sequence off the main actor, element by element.
  ///
  /// - Parameters:
  ///   - source: Its number.
  ///   - prepare: Runs before the first element is asked for.
  ///   - deliver: Called on the main actor with every element; `false` stops reading.
  ///   - ended: Called on the main actor when the sequence has ended, with its error; not if it was cancelled.
  func read<S: AsyncSequence & Sendable>(
    _ sequence: S, as source: Int, prepare: @escaping @Sendable () async -> Void = {},
    deliver: @escaping @MainActor @Sendable (S.Element) -> Bool,
    ended: @escaping @MainActor @Sendable ((any Error)?) -> Void
  ) where S.Element: Sendable {
    tasks[source] = Task { @concurrent [weak self] in
      var failure: (any Error)?
      await prepare()
      do {
        for try await element in sequence {
          if await !deliver(element) { break }
        }
      } catch {
        failure = error
      }
      await self?.end(source, failure, ended)
    }
  }

  private func end(_ source: Int, _ failure: (any Error)?, _ ended: @MainActor ((any Error)?) -> Void) {
    guard tasks.removeValue(forKey: source) != nil else { return }
    ended(failure)
    subscribers.notify()
  }

  /// Stops reading sequences, before a change; nothing of them is delivered after this has returned.
  func cancel(_ sources: some Sequence<Int>) {
    for source in sources { tasks.removeValue(forKey: source)?.cancel() }
  }

  deinit { for task in tasks.values { task.cancel() } }
}
