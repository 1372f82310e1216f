#if Postgres
/// A message of `pgoutput`, the server's plug-in for logical replication.
///
/// See “Logical Replication Message Formats” in the PostgreSQL documentation. This type supports versions 1 to 4 of the
/// protocol, without streaming of uncommitted transactions, and with values as text.
enum OutputMessage: Hashable, Sendable {
  case begin(end: LogPosition, transaction: UInt32)
  /// The commit of a transaction, where `end` is the log position at which the next transaction can begin.
  case commit(position: LogPosition, end: LogPosition)
  /// The server from which the transaction originates.
  case origin(String)
  case relation(Relation)
  /// The name of a type that is not built in.
  case type(id: UInt32, name: String)
  case insert(UInt32, Tuple)
  /// An updated row. The old row is present if its key has changed, or if the table's replica identity is full.
  case update(UInt32, old: Tuple?, new: Tuple)
  case delete(UInt32, old: Tuple)
  case truncate([UInt32])
  /// A message that a program has written with `pg_logical_emit_message`.
  case custom(prefix: String)

  /// The columns of a table whose rows the following messages contain.
  struct Relation: Hashable, Sendable {
    struct Column: Hashable, Sendable {
      let name: String
      let type: UInt32
      /// The modifier of the column's type, such as a length, or -1 if there is none.
      let modifier: Int32
      /// Whether the column belongs to the replica identity, which identifies updated and deleted rows.
      let isKey: Bool
    }

    let id: UInt32
    let schema: String
    let name: String
    let columns: [Column]
  }

  init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    let tag = try reader.byte()
    switch tag {
    case UInt8(ascii: "B"):
      let end = try reader.position()
      let _: Int64 = try reader.integer()
      self = .begin(end: end, transaction: try reader.integer())
    case UInt8(ascii: "C"):
      _ = try reader.byte()
      let position = try reader.position()
      let end = try reader.position()
      let _: Int64 = try reader.integer()
      self = .commit(position: position, end: end)
    case UInt8(ascii: "O"):
      _ = try reader.position()
      self = .origin(try reader.text())
    case UInt8(ascii: "R"): self = .relation(try reader.relation())
    case UInt8(ascii: "Y"):
      let id: UInt32 = try reader.integer()
      let schema = try reader.text()
      self = .type(id: id, name: "\(schema).\(try reader.text())")
    case UInt8(ascii: "I"):
      let relation: UInt32 = try reader.integer()
      try reader.expect("N")
      self = .insert(relation, try reader.tuple())
    case UInt8(ascii: "U"):
      let relation: UInt32 = try reader.integer()
      var old: Tuple?
      var kind = try reader.byte()
      if kind == UInt8(ascii: "K") || kind == UInt8(ascii: "O") {
        old = try reader.tuple()
        kind = try reader.byte()
      }
      guard kind == UInt8(ascii: "N") else { throw .unknown("a row of an update", kind) }
      self = .update(relation, old: old, new: try reader.tuple())
    case UInt8(ascii: "D"):
      let relation: UInt32 = try reader.integer()
      let kind = try reader.byte()
      guard kind == UInt8(ascii: "K") || kind == UInt8(ascii: "O") else { throw .unknown("a deleted row", kind) }
      self = .delete(relation, old: try reader.tuple())
    case UInt8(ascii: "T"):
      let count: Int32 = try reader.integer()
      _ = try reader.byte()
      guard count >= 0, reader.left >= 4 * Int(count) else {
        throw .truncated(wanted: 4 * Int(count), left: reader.left)
      }
      var relations: [UInt32] = []
      for _ in 0..<count { relations.append(try reader.integer()) }
      self = .truncate(relations)
    case UInt8(ascii: "M"):
      _ = try reader.byte()
      _ = try reader.position()
      let prefix = try reader.text()
      let count: Int32 = try reader.integer()
      _ = try reader.range(Int(count))
      self = .custom(prefix: prefix)
    default: throw .unknown("a message", tag)
    }
    try reader.end()
  }
}

extension ByteReader {
  fileprivate mutating func expect(_ tag: Unicode.Scalar) throws(WireError) {
    let found = try byte()
    if found != UInt8(ascii: tag) { throw .unknown("a row", found) }
  }

  fileprivate mutating func relation() throws(WireError) -> OutputMessage.Relation {
    let id: UInt32 = try integer()
    let schema = try text()
    let name = try text()
    _ = try byte()
    let count: Int16 = try integer()
    guard count >= 0 else { throw .truncated(wanted: 0, left: left) }
    var columns: [OutputMessage.Relation.Column] = []
    for _ in 0..<count {
      let isKey = try byte() & 1 != 0
      columns.append(.init(name: try text(), type: try integer(), modifier: try integer(), isKey: isKey))
    }
    return .init(id: id, schema: schema.isEmpty ? "pg_catalog" : schema, name: name, columns: columns)
  }

  fileprivate mutating func tuple() throws(WireError) -> Tuple {
    let count: Int16 = try integer()
    guard count >= 0, left >= Int(count) else { throw .truncated(wanted: Int(count), left: left) }
    let base = offset
    var fields: [Tuple.Field] = []
    fields.reserveCapacity(Int(count))
    for _ in 0..<count {
      let kind = try byte()
      switch kind {
      case UInt8(ascii: "n"): fields.append(.null)
      case UInt8(ascii: "u"): fields.append(.unchanged)
      case UInt8(ascii: "t"):
        let size: Int32 = try integer()
        let range = try range(Int(size))
        fields.append(.text(range.lowerBound - base..<range.upperBound - base))
      default: throw .unknown("a value", kind)
      }
    }
    return Tuple(bytes: Array(bytes[base..<offset]), fields: fields)
  }
}
#endif
