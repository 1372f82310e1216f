import LiveTables

/// The common part of sources that compose tables on the main actor: sequences to read, and readers to signal.
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
  ///   - table: Composes the newest table; `nil` if there is none yet, so that readers wait or stay with the last one.
  ///   - value: What belongs to it.
  func state(
    _ table: @autoclosure () -> TableSnapshot<Section, Row>?, value: (any Sendable)? = nil
  ) -> SourceState<Section, Row> {
    if composedRevision != revision, let table = table() {
      var content = CapturedTable(table)
      content.value = value
      composed.advance(to: content, by: nil, refreshed: [], hasOtherRows: hasOtherRows)
      composedRevision = revision
      hasOtherRows = false
    }
    if isClosed && tasks.isEmpty { composed.finish() }
    return composed
  }

  /// Something has changed of what the table is composed of.
  ///
  /// - Parameter hasOtherRows: Whether rows may differ that compare equal.
  func changed(hasOtherRows: Bool = false) {
    revision += 1
    if hasOtherRows { self.hasOtherRows = true }
    subscribers.notify()
  }

  /// A source that the table is composed of has another state.
  func changed<Part>(to state: TableState<Part, Row>) {
    composed.note(refreshed: state.refreshed, renamed: state.renamed)
    changed(hasOtherRows: state.hasOtherRows)
  }

  /// The caller makes no more changes; when all sequences have ended, the source ends.
  func close() {
    isClosed = true
    subscribers.notify()
  }

  // MARK: - Sequences

  /// Numbers a sequence that is going to be read.
  func makeSource() -> Int {
    lastSource += 1
    return lastSource
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
