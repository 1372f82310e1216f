#if SQLite
internal import LiveTables

/// One reader of a live table.
public struct LiveIterator<Element: Sendable>: AsyncIteratorProtocol {
  private var reader: any LiveReader<Element>

  init(_ reader: some LiveReader<Element>) { self.reader = reader }

  /// Waits for the next table.
  ///
  /// - Returns: `nil` when the task is cancelled or the database closed.
  /// - Throws: What is wrong with the query, before the first table.
  public mutating func next() async throws -> Element? { try await reader.next() }
}

/// Reads tables, alone or with their transactions.
protocol LiveReader<Element> {
  associatedtype Element: Sendable

  mutating func next() async throws -> Element?
}

/// Reads whenever it is signalled.
struct TableReader<Scanner: TableScanner>: LiveReader {
  let reading: LiveReading<Scanner>
  private var signals: AsyncStream<Void>?

  init(_ reading: LiveReading<Scanner>) { self.reading = reading }

  mutating func next() async throws -> TableSnapshot<Scanner.Section, Scanner.Row>? {
    let signals: AsyncStream<Void>
    if let begun = self.signals { signals = begun } else { signals = try await reading.begin() }
    self.signals = signals
    if let table = await reading.overtaken() { return table }
    for await _ in signals {
      do {
        if let table = try await reading.next() { return table }
      } catch QueryError.databaseClosed {
        return nil
      }
    }
    return nil
  }
}

/// Reads tables, each with its transaction.
struct StateReader<Scanner: TableScanner>: LiveReader {
  private var reader: TableReader<Scanner>

  init(_ reading: LiveReading<Scanner>) { reader = TableReader(reading) }

  mutating func next() async throws -> TableState<Scanner.Section, Scanner.Row>? {
    guard let table = try await reader.next() else { return nil }
    return TableState(table, value: await reader.reading.transaction)
  }
}
#endif
