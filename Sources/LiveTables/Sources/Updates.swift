/// What a source, a tree, a binding or a view gives its readers, update by update.
///
/// Every `for await` is a reader of its own. It first gets the current state, then updates; a slow reader gets all that it
/// missed as one update, made when it asks for it. The last state always arrives. No reader holds up another, and none costs more memory than the state it saw last. Events of a view are kept for a slow reader instead:
/// see ``TableEvents``.
///
/// The sequence ends with its source, or when the reading task is cancelled. A reader keeps the source alive; one of a view's
/// events does not keep the view.
public struct Updates<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let makeReader: @Sendable () -> any UpdateReading<Element>
  private let rethrow: @Sendable (any Error) throws(Failure) -> Void

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: makeReader(), rethrow: rethrow) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: any UpdateReading<Element>
    fileprivate let rethrow: @Sendable (any Error) throws(Failure) -> Void

    /// Returns the next update, or one for all that were missed.
    ///
    /// - Returns: `nil` when the source has ended, or the task is cancelled.
    /// - Throws: The error the source has ended with, if this sequence passes errors on.
    public mutating func next() async throws(Failure) -> Element? {
      do {
        return try await reader.next()
      } catch {
        try rethrow(error)
        return nil
      }
    }
  }
}

extension Updates where Failure == Never {
  package init(_ makeReader: @escaping @Sendable () -> any UpdateReading<Element>) {
    self.makeReader = makeReader
    rethrow = { _ in }
  }
}

extension Updates where Failure == any Error {
  init(throwing makeReader: @escaping @Sendable () -> any UpdateReading<Element>) {
    self.makeReader = makeReader
    rethrow = { error throws(any Error) in throw error }
  }
}
