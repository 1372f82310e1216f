/// An async sequence of updates from a source, a tree, a binding or a view.
///
/// Every `for await` loop is a separate reader. It first receives the current state, and then the updates. A slow
/// reader receives all missed updates as a single update, and always receives the last state. Readers do not delay each
/// other, and each reader stores only the last state that it saw. By contrast, events from a view are buffered for slow
/// readers (see ``TableEvents``).
///
/// The sequence ends when its source ends or the task is cancelled. A reader keeps its source alive, but a reader of a
/// view's events does not keep the view alive.
public struct Updates<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let makeReader: @Sendable () -> any UpdateReader<Element>
  private let throwAsFailure: @Sendable (any Error) throws(Failure) -> Void

  /// Creates an iterator for a new reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: makeReader(), throwAsFailure: throwAsFailure)
  }

  /// An iterator that returns the updates to a single reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: any UpdateReader<Element>
    fileprivate let throwAsFailure: @Sendable (any Error) throws(Failure) -> Void

    /// Returns the next update, which combines all missed updates.
    ///
    /// - Returns: The update, or `nil` when the source has ended or the task is cancelled.
    /// - Throws: The error that ended the source, if this sequence can throw errors.
    public mutating func next() async throws(Failure) -> Element? {
      do {
        return try await reader.next()
      } catch {
        try throwAsFailure(error)
        return nil
      }
    }
  }
}

extension Updates where Failure == Never {
  package init(_ makeReader: @escaping @Sendable () -> any UpdateReader<Element>) {
    self.makeReader = makeReader
    throwAsFailure = { _ in }  // the sequence just ends
  }
}

extension Updates where Failure == any Error {
  init(throwing makeReader: @escaping @Sendable () -> any UpdateReader<Element>) {
    self.makeReader = makeReader
    throwAsFailure = { error throws(any Error) in throw error }
  }
}
