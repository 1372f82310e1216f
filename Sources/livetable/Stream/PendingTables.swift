/// The tables that wait to be shown, one for each line that changed the table.
///
/// A few tables are kept, so that every change of a short burst is shown. If there are too many tables, the newest
/// table replaces all others, except the first table that `--until` waits for. Skipped tables are counted.
struct PendingTables: Sendable {
  let countLimit: Int
  /// The maximum number of bytes of the tables' lines, which the newest table may exceed.
  let byteLimit: Int

  private var waiting: [(table: FedTable, bytes: Int, isAwaited: Bool)] = []
  private var firstIndex = 0
  private var bytes = 0

  init(countLimit: Int, byteLimit: Int) {
    precondition(countLimit > 0, "one table has to have room")
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  mutating func add(_ newest: FedTable, bytes lineBytes: Int, isAwaited: Bool = false) {
    var newest = newest
    if waiting.count - firstIndex >= countLimit || bytes + lineBytes > byteLimit { skip(before: &newest) }
    waiting.append((newest, lineBytes, isAwaited))
    bytes += lineBytes
  }

  /// Skips the pending tables, except the first table that `--until` waits for.
  private mutating func skip(before newest: inout FedTable) {
    var skipped = waiting[firstIndex...]
    removeAll()
    if let place = skipped.firstIndex(where: \.isAwaited) {
      var kept = skipped[place]
      kept.table.superseded += Self.count(of: skipped[..<place])
      waiting = [kept]
      bytes = kept.bytes
      skipped = skipped[(place + 1)...]
    }
    newest.superseded += Self.count(of: skipped)
  }

  private static func count(of skipped: ArraySlice<(table: FedTable, bytes: Int, isAwaited: Bool)>) -> Int {
    skipped.reduce(0) { $0 + $1.table.superseded + 1 }
  }

  mutating func next() -> FedTable? {
    guard firstIndex < waiting.count else { return nil }
    let (table, lineBytes, _) = waiting[firstIndex]
    firstIndex += 1
    bytes -= lineBytes
    if firstIndex == waiting.count { removeAll() }
    return table
  }

  private mutating func removeAll() {
    waiting.removeAll(keepingCapacity: true)
    firstIndex = 0
    bytes = 0
  }
}
