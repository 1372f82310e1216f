/// Tables that wait to be shown, one for each line that made one.
///
/// A few are kept, so that a short burst is shown step by step; when they become too many, the newest one takes the
/// place of all. A table that is skipped is counted.
struct PendingTables: Sendable {
  /// How many tables may wait.
  let countLimit: Int
  /// How long the lines that made them may be together, in bytes; the newest one may be longer.
  let byteLimit: Int

  private var waiting: [(table: FedTable, bytes: Int)] = []
  private var firstIndex = 0
  private var bytes = 0

  init(countLimit: Int, byteLimit: Int) {
    precondition(countLimit > 0, "one table has to have room")
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// Adds the newest table, made by a line of this many bytes.
  mutating func add(_ newest: FedTable, bytes lineBytes: Int) {
    var newest = newest
    if waiting.count - firstIndex >= countLimit || bytes + lineBytes > byteLimit {
      newest.superseded += waiting[firstIndex...].reduce(0) { $0 + $1.table.superseded + 1 }
      removeAll()
    }
    waiting.append((newest, lineBytes))
    bytes += lineBytes
  }

  /// Takes the oldest table.
  mutating func next() -> FedTable? {
    guard firstIndex < waiting.count else { return nil }
    let (table, lineBytes) = waiting[firstIndex]
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
