/// The tables that wait to be shown, one for each line that changed the table.
///
/// A few tables are kept, so that every change of a short burst is shown. If there are too many tables, the newest
/// table replaces all others, except the first table that `--until` waits for. Skipped tables are counted.
struct PendingTables: Sendable {
  private struct Pending {
    var table: FeedTable
    var byteCount: Int
    var isAwaited: Bool
  }

  let countLimit: Int
  /// The maximum number of bytes of the tables' lines, which the newest table may exceed.
  let byteLimit: Int

  private var tables: [Pending] = []
  /// The index of the next table, before which the tables have been returned.
  private var nextIndex = 0
  private var byteCount = 0

  init(countLimit: Int, byteLimit: Int) {
    precondition(countLimit > 0, "at least one table can be pending")
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  func hasRoom(for count: Int) -> Bool { tables.count - nextIndex + count <= countLimit }

  /// Adds the newest table.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes of the lines that changed the table.
  ///   - isAwaited: Whether `--until` waits for the table.
  ///   - replacesOthers: Whether the table replaces all others even if there are few.
  mutating func add(
    _ newest: FeedTable, byteCount: Int, isAwaited: Bool = false, replacesOthers: Bool = false
  ) {
    var newest = newest
    if replacesOthers || !hasRoom(for: 1) || self.byteCount + byteCount > byteLimit { skip(before: &newest) }
    tables.append(Pending(table: newest, byteCount: byteCount, isAwaited: isAwaited))
    self.byteCount += byteCount
  }

  /// Skips the pending tables, except the first table that `--until` waits for.
  private mutating func skip(before newest: inout FeedTable) {
    var skipped = tables[nextIndex...]
    removeAll()
    if let index = skipped.firstIndex(where: \.isAwaited) {
      var kept = skipped[index]
      kept.table.skippedCount += Self.count(of: skipped[..<index])
      tables = [kept]
      byteCount = kept.byteCount
      skipped = skipped[(index + 1)...]
    }
    newest.skippedCount += Self.count(of: skipped)
  }

  private static func count(of skipped: ArraySlice<Pending>) -> Int {
    skipped.reduce(0) { $0 + $1.table.skippedCount + 1 }
  }

  mutating func next() -> FeedTable? {
    guard nextIndex < tables.count else { return nil }
    let next = tables[nextIndex]
    nextIndex += 1
    byteCount -= next.byteCount
    if nextIndex == tables.count { removeAll() }
    return next.table
  }

  private mutating func removeAll() {
    tables.removeAll(keepingCapacity: true)
    nextIndex = 0
    byteCount = 0
  }
}
