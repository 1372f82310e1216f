#if Postgres
/// A message of the server in PostgreSQL's streaming replication protocol.
enum StreamMessage: Hashable, Sendable {
  /// A part of the server's log, whose content begins at the given index of the bytes.
  case log(end: LogPosition, content: Int)
  /// A keepalive message, which reports that everything up to `end` has been sent.
  case keepalive(end: LogPosition, wantsReply: Bool)

  init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    let tag = try reader.byte()
    switch tag {
    case UInt8(ascii: "w"):
      _ = try reader.position()
      let end = try reader.position()
      let _: Int64 = try reader.integer()
      self = .log(end: end, content: reader.offset)
    case UInt8(ascii: "k"):
      let end = try reader.position()
      let _: Int64 = try reader.integer()
      self = .keepalive(end: end, wantsReply: try reader.byte() == 1)
      try reader.end()
    default: throw .unknown("a message of the stream", tag)
    }
  }
}

/// A reply that reports the reader's progress to the server.
struct StandbyStatus: Hashable, Sendable {
  /// The log position before which the server can discard all changes because they have been applied.
  let applied: LogPosition
  let wantsReply: Bool

  var bytes: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "r")]
    // The written, flushed, and applied positions, and the time, which the server only displays.
    for number in [applied.offset, applied.offset, applied.offset, 0] {
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return bytes + [wantsReply ? 1 : 0]
  }
}
#endif
