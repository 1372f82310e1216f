import LiveTables

/// A row whose living instances are counted.
final class Mortal: Diffable, Identifiable, Equatable, Sendable {
  /// The count of living rows.
  final class Census: @unchecked Sendable {  // everything runs on one thread
    fileprivate(set) var living = 0
  }

  let id: Int
  let version: Int
  private let census: Census

  init(_ id: Int, version: Int, _ census: Census) {
    self.id = id
    self.version = version
    self.census = census
    census.living += 1
  }

  deinit { census.living -= 1 }

  static func == (one: Mortal, two: Mortal) -> Bool { one.id == two.id && one.version == two.version }

  /// Returns the table of a round, in which rows are updated, moved, inserted and deleted.
  static func table(_ round: Int, _ census: Census) -> TableSnapshot<String, Mortal> {
    let ids = round.isMultiple(of: 2) ? [1, 2, round + 3] : [2, round + 3, 1]
    return TableSnapshot(sections: [TableSection("s", rows: ids.map { Mortal($0, version: round, census) })])
  }
}

/// A view that shows these rows, and records changes after its end.
@MainActor final class MortalView: TableView {
  let link = TableLink<String, Mortal>()
  let record: Record
  /// Whether changes are no longer allowed.
  var isClosed = false

  init(_ record: Record) { self.record = record }

  func reload(commit: () -> Void) { tell(commit) }

  func perform(_ stage: BatchUpdate<String, Mortal>, animation: BatchAnimation, commit: () -> Void) throws {
    tell(commit)
  }

  private func tell(_ commit: () -> Void) {
    if isClosed { record.problem("told of a change after its end") }
    commit()
  }
}

/// A sequence that produces tables on demand, at a given pace, until it ends or is cancelled.
struct Source: AsyncSequence, Sendable {
  enum Pace: String, CaseIterable, Sendable {
    /// Three tables, then the end.
    case brisk
    /// One table, then nothing.
    case silent
    /// One table, nothing for an hour, then two tables.
    case stalling
    /// A table every second, without end.
    case endless
  }

  let pace: Pace
  let census: Mortal.Census

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: Source
    private var round = 0

    init(source: Source) { self.source = source }

    mutating func next() async throws -> TableSnapshot<String, Mortal>? {
      round += 1
      switch source.pace {
      case .brisk, .stalling: if round > 3 { return nil }
      case .silent: if round > 1 { await Self.silence() }
      case .endless: break
      }
      switch source.pace {
      case .stalling where round == 2: try await Task.sleep(for: .seconds(3_600))
      case .endless: try await Task.sleep(for: .seconds(1))
      default: await Task.yield()
      }
      if Task.isCancelled { return nil }
      return Mortal.table(round, source.census)
    }

    /// Returns when the task is cancelled.
    private static func silence() async {
      let (silence, open) = AsyncStream.makeStream(of: Never.self)
      for await _ in silence {}
      withExtendedLifetime(open) {}
    }
  }
}
