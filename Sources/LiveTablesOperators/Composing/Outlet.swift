import LiveTables

/// A part of a composed table: a source, or a constant table.
@MainActor final class ComposedPart<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  let number: Int
  /// The source, or `nil` for a constant table.
  ///
  /// Sources that have ended are also read, because a moment may contain an earlier state of the source.
  let source: (any TableSource<Section, Row>)?
  /// The state of the source that the composed table includes.
  fileprivate(set) var seen: SourceState<Section, Row>?

  init(_ table: TableSnapshot<Section, Row>, number: Int) {
    self.number = number
    source = nil
    seen = SourceState(table)
  }

  init(_ source: some TableSource<Section, Row>, number: Int) {
    self.number = number
    self.source = source
  }

  var table: TableSnapshot<Section, Row> { seen?.table ?? TableSnapshot() }

  var value: (any Sendable)? { seen?.value }
}

/// The code shared by sources that compose tables on the main actor.
///
/// An outlet reads parts and sequences, and signals readers.
@MainActor final class Outlet<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private(set) var revision = 0
  private(set) var isClosed = false
  private var composed = SourceState<Section, Row>()
  private var composedRevision = -1
  private var hasOtherRows = false
  private var subscribers = SubscriberList()
  /// The tasks that read sources and sequences, by number.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Returns the newest state, which combines the changes in one turn of the main actor.
  ///
  /// - Parameters:
  ///   - table: A closure that returns the newest table, or `nil` if readers have to wait.
  ///   - isLast: Whether the table is the last table, provided that the source is closed and all sequences have ended.
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

  /// Returns the newest state of a table that is composed of parts, using one state of each source.
  ///
  /// - Parameters:
  ///   - parts: A closure that returns the parts. The closure is called again after the parts have been read.
  ///   - table: A closure that returns the table composed of the parts, or `nil` if there is none yet.
  ///   - value: A closure that returns the value to attach to the table.
  ///   - marks: A closure that is called before the parts are read, and returns additional inbox marks of the table.
  func state<Part>(
    of parts: () -> [ComposedPart<Part, Row>], _ table: () -> TableSnapshot<Section, Row>?,
    value: () -> (any Sendable)? = { nil }, marks: () -> InboxMarks = { InboxMarks() }
  ) async -> SourceState<Section, Row> {
    await ReadMoment.open { moment in
      while true {
        let (asked, marks) = (parts(), marks())
        var read: [(part: ComposedPart<Part, Row>, now: SourceState<Part, Row>)] = []
        for part in asked {
          if let source = part.source { read.append((part, await source.read)) }
        }
        // The code below runs in one turn: parts may have changed, and another reader may have been faster.
        if !parts().elementsEqual(asked, by: ===) { continue }
        for (part, now) in read { now.checkMoment(against: part.seen, by: part) }
        if moment.isStale { return composed }
        for (part, now) in read { include(now, of: part) }
        if !composed.marks.include(marks) { composed.include(marks) }
        let isLast = read.allSatisfy(\.now.isFinished)
        return moment.shared(by: self) { state(table(), value: value(), isLast: isLast) }
      }
    }
  }

  private func include<Part>(_ now: SourceState<Part, Row>, of part: ComposedPart<Part, Row>) {
    composed.include(now, since: part.seen)
    guard now.version > part.seen?.version ?? -1 else {
      if part.seen?.isOlder(than: now) == true { part.seen = now }
      return
    }
    composed.note(refreshed: now.refreshed(since: part.seen), renamed: now.renamed(since: part.seen))
    recompose(hasOtherRows: part.seen.map(now.hasOtherRows) ?? false)
    part.seen = now
  }

  /// Causes the table to be composed again.
  ///
  /// - Parameter hasOtherRows: Whether rows may differ from the previous rows although they compare equal.
  func recompose(hasOtherRows: Bool = false) {
    revision += 1
    if hasOtherRows { self.hasOtherRows = true }
  }

  func changed() {
    recompose()
    notify()
  }

  func notify() { subscribers.notify() }

  /// Waits until readers are signaled or the task is cancelled.
  func waitForChange() async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    for await _ in received { return }
  }

  /// Closes the source.
  ///
  /// The source ends when all sequences have ended.
  func close() {
    isClosed = true
    subscribers.notify()
  }

  // MARK: - Sources and sequences

  /// Returns a number for another source or sequence.
  func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Observes the source of a part, and signals readers when it changes.
  ///
  /// - Parameters:
  ///   - answered: A closure that is called on the main actor when the source has provided its first state.
  ///   - ended: A closure that is called on the main actor when the source has ended, with the error or `nil`. The
  ///     closure is not called after a cancellation.
  func observe<Part>(
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
  ///   - prepare: A closure that is called before the first element is requested.
  ///   - deliver: A closure that is called on the main actor with each element, and returns `false` to stop reading.
  ///   - ended: A closure that is called on the main actor when the sequence has ended, with the error or `nil`. The
  ///     closure is not called after a cancellation.
  func read<S: AsyncSequence & Sendable>(
    _ sequence: S, as number: Int, prepare: @escaping @Sendable () async -> Void = {},
    deliver: @escaping @MainActor @Sendable (S.Element) -> Bool,
    ended: @escaping @MainActor @Sendable ((any Error)?) -> Void
  ) where S.Element: Sendable {
    tasks[number] = Task { @concurrent [weak self] in
      var failure: (any Error)?
      await prepare()
      do {
        for try await element in sequence {
          if await !deliver(element) { break }
        }
      } catch {
        failure = error
      }
      await self?.end(number, failure, ended)
    }
  }

  private func end(_ number: Int, _ failure: (any Error)?, _ ended: @MainActor ((any Error)?) -> Void) {
    guard tasks.removeValue(forKey: number) != nil else { return }
    ended(failure)
    subscribers.notify()
  }

  /// Stops reading the sources and sequences with the given numbers, which then deliver no further elements.
  func cancel(_ numbers: some Sequence<Int>) {
    for number in numbers { tasks.removeValue(forKey: number)?.cancel() }
  }

  deinit { for task in tasks.values { task.cancel() } }
}

/// A source whose outlet signals its readers.
protocol OutletSource<Section, Row>: TableSource {
  @MainActor var outlet: Outlet<Section, Row> { get }
}

extension OutletSource {
  /// Adds a reader that is notified after every change.
  @MainActor public func subscribe(_ signal: Signal) { outlet.subscribe(signal) }
}
