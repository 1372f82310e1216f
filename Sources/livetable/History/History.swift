import LiveTables

/// The past states of a table, up to a limit.
///
/// States are stored in groups. The first state of a group is complete, and each later state contains its differences
/// from the previous state. Reading any state takes at most the time for one group.
struct History: Sendable {
  struct Limit: Equatable, Sendable {
    var bytes = Limits.history
    /// The maximum age in seconds.
    var age = Double.infinity
  }

  private struct State {
    var line: [UInt8]
    /// Whether the line contains all rows rather than differences.
    var isComplete: Bool
    var time: Double
    /// The hashes of the rows that were changed, inserted or deleted.
    var changedRows: [UInt32]

    /// The memory in bytes, including the headers of both arrays.
    var byteCount: Int { line.count + 4 * changedRows.count + 112 }
  }

  private let limit: Limit
  private var states: [State] = []
  private var encoder = StateEncoder()
  private var newest: FeedTable?
  private var droppedCount = 0
  private(set) var byteCount = 0

  init(_ limit: Limit = Limit()) { self.limit = limit }

  /// The numbers of the stored states, which do not change while the states are stored.
  var numbers: Range<Int> { droppedCount..<droppedCount + states.count }

  /// Adds the newest state.
  ///
  /// - Returns: The line of the state, for a recording, or `nil` if nothing has changed.
  mutating func append(_ table: FeedTable, at time: Double) -> String? {
    if let newest, newest.columns == table.columns, newest.table.count == table.table.count,
      zip(newest.table, table.table).allSatisfy({ $0 == $1 })
    {
      return nil
    }
    newest = table
    let isComplete = !states.suffix(Limits.statesInGroup - 1).contains(where: \.isComplete)
    let line = encoder.line(table, at: time, isComplete: isComplete)
    let state = State(
      line: Array(line.utf8), isComplete: isComplete, time: time, changedRows: encoder.changedRows.map(Self.hash))
    states.append(state)
    byteCount += state.byteCount
    dropOldStates(now: time)
    return line
  }

  /// Drops the oldest groups of states, as long as the states exceed the limit on size or age.
  private mutating func dropOldStates(now: Double) {
    while let nextGroup = states.dropFirst().firstIndex(where: \.isComplete),
      byteCount > limit.bytes || states[nextGroup - 1].time < now - limit.age
    {
      byteCount -= states[..<nextGroup].reduce(0) { $0 + $1.byteCount }
      droppedCount += nextGroup
      states.removeFirst(nextGroup)
    }
  }

  func state(_ number: Int) -> FeedTable? {
    let index = number - droppedCount
    guard states.indices.contains(index) else { return nil }
    var decoder = StateDecoder()
    for state in states[groupStart(of: index)...index] where !decoder.read(state.line[...]) { return nil }
    return decoder.table
  }

  /// The index of the complete state at the start of a state's group.
  private func groupStart(of index: Int) -> Int { states[...index].lastIndex(where: \.isComplete) ?? 0 }

  /// Returns the number of the newest state that is not later than a time.
  func number(at time: Double) -> Int? { states.lastIndex { $0.time <= time }.map { droppedCount + $0 } }

  struct RowVersion: Sendable {
    var number: Int
    /// The time of that state, in seconds since 1970.
    var time: Double
    /// The row, or `nil` if the row did not exist.
    var row: Record?
  }

  /// Returns the number of the nearest earlier or later state that changed, inserted or deleted a row.
  ///
  /// - Complexity: O(*c*) for *c* changes between the two states.
  func change(of identity: ExactText, from number: Int, isForward: Bool) -> Int? {
    let (hash, index) = (Self.hash(identity), number - droppedCount)
    let found =
      isForward
      ? states.indices.dropFirst(max(0, index + 1)).first { states[$0].changedRows.contains(hash) }
      : states.indices.prefix(max(0, index)).last { states[$0].changedRows.contains(hash) }
    return found.map { droppedCount + $0 }
  }

  /// Returns the newest versions of a row before a state, in chronological order.
  ///
  /// - Complexity: O(*g* + *c*) for *g* bytes in a group of states and *c* changes since.
  /// - Returns: The versions in one group of states, and the number of the group's first state, before which there may
  ///   be more versions, or `nil` if there are none.
  func versions(of identity: ExactText, before number: Int) -> (versions: [RowVersion], next: Int)? {
    let hash = Self.hash(identity)
    var end = min(number - droppedCount, states.count)
    while end > 0 {
      let start = groupStart(of: end - 1)
      defer { end = start }
      // The versions before the oldest state are unknown, so it counts as a change.
      let isChanged = { (index: Int) in index == 0 || states[index].changedRows.contains(hash) }
      guard (start..<end).contains(where: isChanged) else { continue }
      var versions: [RowVersion] = []
      var decoder = StateDecoder()
      for index in start..<end {
        guard decoder.read(states[index].line[...]) else { break }
        let row = isChanged(index) ? decoder.rows.first { $0.identity == identity } : nil
        if row == nil, index == 0 || !isChanged(index) { continue }
        versions.append(RowVersion(number: droppedCount + index, time: decoder.time, row: row))
      }
      return (versions, droppedCount + start)
    }
    return nil
  }

  private static func hash(_ identity: ExactText) -> UInt32 { UInt32(truncatingIfNeeded: identity.hashValue) }
}
