/// Tables that wait to be shown, one for each line that made one.
///
/// A few are kept, so that a short burst is shown step by step; when they become too many, the newest one takes the
/// place of all. A table that is skipped is counted.
struct PendingTables<Element> {
  /// A table that waits.
  struct Entry {
    var table: Element
    /// How many tables were skipped for this one.
    var superseded: Int
  }

  /// How many tables may wait.
  let countLimit: Int
  /// How long the lines that made them may be together, in bytes; the newest one may be longer.
  let byteLimit: Int

  private var entries: [(entry: Entry, bytes: Int)] = []
  private var firstIndex = 0
  private var bytes = 0

  init(countLimit: Int, byteLimit: Int) {
    precondition(countLimit > 0, "one table has to have room")
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// Adds the newest table, made by a line of this many bytes.
  mutating func add(_ table: Element, bytes lineBytes: Int) {
    var superseded = 0
    if entries.count - firstIndex >= countLimit || bytes + lineBytes > byteLimit {
      superseded = entries[firstIndex...].reduce(0) { $0 + $1.entry.superseded + 1 }
      removeAll()
    }
    entries.append((Entry(table: table, superseded: superseded), lineBytes))
    bytes += lineBytes
  }

  /// Takes the oldest table.
  mutating func next() -> Entry? {
    guard firstIndex < entries.count else { return nil }
    let (entry, entryBytes) = entries[firstIndex]
    firstIndex += 1
    bytes -= entryBytes
    if firstIndex == entries.count { removeAll() }
    return entry
  }

  private mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    firstIndex = 0
    bytes = 0
  }
}
