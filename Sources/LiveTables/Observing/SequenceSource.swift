/// A source that reads an async sequence. Use it to apply operators to a sequence.
///
/// ```swift
/// let mails = SequenceSource(server.mails)         // an AsyncSequence of arrays, tables or table states
/// view.bind(mails.searching(query) { $0.subject }.grouped { $0.folder })
/// ```
///
/// The source iterates the sequence once for all readers, starting with the first reader, and does not wait for
/// readers. Readers wait until the first element arrives. The source ends when the sequence ends. If the sequence
/// throws an error, readers end, and bindings rethrow the error. When the source is deallocated, it stops iterating.
public actor SequenceSource<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableSource {
  private var newest = SourceState<Section, Row>()
  private var subscribers = SubscriberList()
  private var start: (@Sendable (SequenceSource) -> Task<Void, Never>)?
  private var reading: Task<Void, Never>?

  /// Creates a source that reads an async sequence.
  ///
  /// - Parameter sequence: A sequence of arrays of rows, `TableSnapshot`s, ``TableState``s, or other
  ///   ``TableConvertible`` values.
  @inlinable public init<S: AsyncSequence & Sendable>(_ sequence: S)
  where S.Element: TableConvertible<Section, Row> & Sendable {
    self.init(sequence) { $0.tableState }
  }

  @usableFromInline init<S: AsyncSequence & Sendable>(
    _ sequence: S, _ table: @escaping @Sendable (S.Element) -> TableState<Section, Row>
  ) where S.Element: Sendable {
    start = { source in
      Task { @concurrent [weak source] in
        do {
          for try await element in sequence { await source?.show(table(element)) }
          await source?.finish(nil)
        } catch {
          await source?.finish(error)
        }
      }
    }
  }

  /// The newest state of the source.
  public var state: SourceState<Section, Row> { ReadMoment.state(of: self) { newest } }

  /// Adds a reader.
  ///
  /// The first reader starts the iteration of the sequence.
  public func subscribe(_ signal: Signal) {
    subscribers.add(signal)
    guard let start else { return }
    self.start = nil
    reading = start(self)
  }

  private func show(_ next: TableState<Section, Row>) {
    newest.advance(to: next.table, value: next.value, refreshed: next.refreshed)
    subscribers.notify()
  }

  private func finish(_ failure: (any Error)?) {
    newest.finish(throwing: failure)
    subscribers.notify()
  }

  deinit { reading?.cancel() }
}

extension SequenceSource: PromptSource {}
