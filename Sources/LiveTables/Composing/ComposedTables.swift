/// Somebody on the main actor who puts a table together, and can be asked for the newest one.
@MainActor protocol TableComposer<Section, Row>: AnyObject, Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  /// The table that follows from all there is now.
  var table: TableSnapshot<Section, Row> { get }

  var outlet: Outlet { get }
}

extension TableComposer {
  func subscribe() -> AsyncStream<Void> { outlet.subscribe() }

  /// The table, if it has changed since a revision.
  func table(after last: Int?) -> (TableSnapshot<Section, Row>, Int)? {
    last == outlet.revision ? nil : (table, outlet.revision)
  }
}

/// The tables that somebody on the main actor puts together, for any number of readers.
///
/// The first one is what there is; then there is one whenever something has changed. A table is taken in a turn of the main
/// actor of its own, so it never has half of what was said in another one, and a reader that is slow gets the newest.
public struct ComposedTables<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A table.
  public typealias Element = TableSnapshot<Section, Row>

  let composer: any TableComposer<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(composer: composer) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let composer: any TableComposer<Section, Row>
    var rings: AsyncStream<Void>?
    var last: Int?

    init(composer: any TableComposer<Section, Row>) { self.composer = composer }

    /// The newest table, when it is another one than the last.
    ///
    /// - Returns: `nil` when there will be no other, or the task is cancelled.
    public mutating func next() async -> TableSnapshot<Section, Row>? {
      let rings: AsyncStream<Void>
      if let existing = self.rings {
        rings = existing
      } else {
        rings = await composer.subscribe()
        self.rings = rings
      }
      for await _ in rings {
        guard let (table, revision) = await composer.table(after: last) else { continue }
        last = revision
        return table
      }
      return nil
    }
  }
}
