#if Postgres
@testable import LiveTablesPostgres

/// Messages of PostgreSQL 15, recorded with `pg_logical_slot_peek_binary_changes`.
enum Recorded {
  static let mailTable =
    "52000040057075626c6963006d61696c006400040169640000000017ffffffff007375626a6563740000000019"
    + "ffffffff00626f64790000000019ffffffff006d6f6f640000004001ffffffff"
  static let mailColumns = [("id", 23), ("subject", 25), ("body", 25), ("mood", 16385)].map {
    OutputMessage.Relation.Column(name: $0, type: UInt32($1), modifier: -1, isKey: $0 == "id")
  }
  static let begin = "42000000000152d128000303daaee01112000002da"
  static let mood = "59000040017075626c6963006d6f6f6400"
  static let insert = "49000040054e000474000000013174000000064c756e63683f6e74000000026f6b"
  static let commit = "4300000000000152d128000000000152d158000303daaee01112"
  static let unchanged = "55000040054e000474000000013274000000045465613f756e"
  static let otherKey = "55000040054b00047400000001316e6e6e4e000474000000013374000000064c756e63683f6e74000000026f6b"
  static let delete = "44000040054b00047400000001336e6e6e"
  static let fullUpdate = "550000400c4f00017400000001374e0001740000000138"
  static let fullDelete = "440000400c4f0001740000000138"
  static let truncate = "540000000200000040050000400c"
  static let message = "4d01000000000152e8686e6f7465000000000568656c6c6f"

  static let all = [
    mailTable, begin, mood, insert, commit, unchanged, otherKey, delete, fullUpdate, fullDelete, truncate, message,
  ]

  static func bytes(_ hex: String) -> [UInt8] { PostgresBytes.bytes(of: "\\x" + hex) ?? [] }

  /// Returns a message of the log as replication sends it.
  static func log(_ hex: String, end: UInt8 = 0) -> ArraySlice<UInt8> {
    [UInt8(ascii: "w")] + [UInt8](repeating: 0, count: 15) + [end] + [UInt8](repeating: 0, count: 8) + bytes(hex)
  }

  static func keepalive(end: UInt32, wantsReply: Bool) -> ArraySlice<UInt8> {
    [UInt8(ascii: "k")] + [0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: end >> (24 - 8 * $0)) }
      + [UInt8](repeating: 0, count: 8) + [wantsReply ? 1 : 0]
  }
}
#endif
