#if SQLite
/// The transactions in which a live table's latest and previous tables were read.
struct ShownTransactions: Sendable {
  private(set) var latest: ReadTransaction?
  private var previous: ReadTransaction?
  /// A reader without an open transaction, which is used for the next read.
  private var spare: Reader?

  mutating func reader(from pool: ReaderPool) throws -> Reader {
    let reader = try spare ?? pool.lend()
    spare = reader
    return reader
  }

  /// Returns the transaction that a read replaces: the previous one, or the latest one if its table is still correct.
  func ending(hasNewTable: Bool) -> ReadTransaction? { hasNewTable ? previous : latest }

  /// Keeps the transaction of a read open for the rows of its table.
  ///
  /// - Parameters:
  ///   - transaction: The transaction of a new table, or `nil` if the latest table is still correct.
  ///   - open: The reader and the number of the open transaction, or `nil` if no transaction stays open.
  ///   - shared: The transaction, if other queries are read in it.
  ///   - follower: Another transaction, whose reads should use the open transaction.
  mutating func adopt(
    _ transaction: ReadTransaction?, _ open: (reader: Reader, number: Int)?, shared: SharedReading.Transaction?,
    follower: ReadTransaction?
  ) {
    let ended = ending(hasNewTable: transaction != nil)
    if let transaction { (latest, previous) = (transaction, latest) }
    guard let open, let latest else { return }
    let released = ended?.release()
    spare = shared == nil ? released : spare ?? released
    latest.hold(open.reader, open.number, shared)
    follower?.follow(latest)
  }

  mutating func releaseSpareReader() { spare = nil }
}
#endif
