/// What everybody needs who puts tables together on the main actor: sequences to read, and readers to be told.
@MainActor final class Outlet {
  /// Counts the changes of what there is to show.
  private(set) var revision = 0
  /// Whether nothing more is said by hand.
  private(set) var isClosed = false
  private var readers = Doorbells()
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastSource = 0

  func subscribe() -> AsyncStream<Void> { readers.subscribe() }

  /// There is something new to show.
  func changed() {
    revision += 1
    readers.ring()
  }

  /// Nothing more is said by hand; when all sequences have ended, there will be nothing new.
  func close() {
    isClosed = true
    endIfDone()
  }

  private func endIfDone() { if isClosed && tasks.isEmpty { readers.finish() } }

  // MARK: - Sequences

  /// A number for a sequence that is going to be read.
  func makeSource() -> Int {
    lastSource += 1
    return lastSource
  }

  /// Reads a sequence off the main actor, element by element.
  ///
  /// - Parameters:
  ///   - source: Its number.
  ///   - deliver: Called on the main actor with every element. `false`: no more are wanted.
  ///   - ended: Called on the main actor when the sequence has ended, with its error; not if it was cancelled.
  func read<S: AsyncSequence & Sendable>(
    _ sequence: S, as source: Int, deliver: @escaping @MainActor @Sendable (S.Element) -> Bool,
    ended: @escaping @MainActor @Sendable ((any Error)?) -> Void
  ) where S.Element: Sendable {
    tasks[source] = Task { @concurrent [weak self] in
      var failure: (any Error)?
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
    endIfDone()
  }

  /// Reads sequences no more; nothing of them is delivered after this has returned.
  func cancel(_ sources: some Sequence<Int>) {
    for source in sources { tasks.removeValue(forKey: source)?.cancel() }
    endIfDone()
  }

  /// Whether a sequence is being read.
  func isReading(_ source: Int) -> Bool { tasks[source] != nil }

  deinit { for task in tasks.values { task.cancel() } }
}
