#if Postgres
/// A change that names its row by key, and its decoded row by number.
enum KeyedChange: Sendable {
  case insert(RowKey, row: Int32)
  case update(RowKey, row: Int32)
  case delete(RowKey)
  case truncate
  /// An insertion or an update whose row cannot be decoded, with the key of the updated row.
  case failed(any Error, updating: RowKey?)
  /// A change that moves a row to another key, or needs values of the old row.
  indirect case other(RowChange)
}

/// The changes of a transaction, whose rows are decoded as they arrive, while the server sends the others.
struct DecodedChanges<Row: Sendable>: Sendable {
  private(set) var changes: [KeyedChange] = []
  var rows = DecodedRows<Row>()

  var isEmpty: Bool { changes.isEmpty }

  init() {}

  /// Adds a change, and decodes its row.
  ///
  /// If `decode` throws an error, applying the changes throws it.
  mutating func add(_ change: RowChange, _ layout: RowLayout, _ decode: (PostgresRow) throws -> Row) {
    changes.append(keyed(change, layout, decode) ?? .other(change))
  }

  private mutating func keyed(
    _ change: RowChange, _ layout: RowLayout, _ decode: (PostgresRow) throws -> Row
  ) -> KeyedChange? {
    switch change {
    case .insert(let tuple):
      guard let key = tuple.key(layout.keys), !tuple.hasUnchanged else { return nil }
      do {
        return .insert(key, row: try rows.add(tuple, layout, decode))
      } catch {
        return .failed(error, updating: nil)
      }
    case .update(let old, let new):
      guard let key = new.key(layout.keys), !new.hasUnchanged, old.map({ $0.key(layout.keys) == key }) ?? true else {
        return nil
      }
      do {
        return .update(key, row: try rows.add(new, layout, decode))
      } catch {
        return .failed(error, updating: key)
      }
    case .delete(let old): return old.key(layout.keys).map { .delete($0) }
    case .truncate: return .truncate
    }
  }
}

/// Decoded rows, numbered from zero.
struct DecodedRows<Row: Sendable>: Sendable {
  private(set) var rows: [Row] = []
  /// The rows as sent by the server, if they are long, because an update may omit parts of a long row.
  private(set) var sources: [Int32: Tuple] = [:]

  /// The minimum length, in bytes of text, of rows that the server may store in several parts.
  static var longRow: Int { 256 }

  /// - Returns: The number of the row.
  mutating func add(_ tuple: Tuple, _ layout: RowLayout, _ decode: (PostgresRow) throws -> Row) throws -> Int32 {
    rows.append(try PostgresRow(layout: layout, tuple: tuple).made(by: decode))
    let number = Int32(rows.count - 1)
    if tuple.bytes.count > Self.longRow { sources[number] = tuple }
    return number
  }
}
#endif
