#if Postgres
/// The reason why a message of the server cannot be parsed or is not allowed.
enum WireError: Error, Hashable {
  /// The message contains fewer bytes than it declares.
  case truncated(wanted: Int, left: Int)
  /// The message contains more bytes than it declares.
  case trailing(Int)
  /// A message or a part of a message has an unknown kind.
  case unknown(String, UInt8)
  /// The message contains text that is not valid UTF-8.
  case text
  /// A row belongs to a table that the server has not described.
  case undescribed(UInt32)
  /// A row has more or fewer columns than its table.
  case columnCount(expected: Int, given: Int)
  /// A log position is invalid, because it moves backward or lies beyond the end of the log.
  case position(LogPosition)
  /// A message is not allowed at this point.
  case misplaced(String)
}

extension WireError: CustomStringConvertible {
  var description: String {
    switch self {
    case .truncated(let wanted, let left): "\(wanted) bytes were to come where \(left) are left"
    case .trailing(let count): "\(count) bytes more than the message has"
    case .unknown(let what, let tag): "\(what) of an unknown kind, \(tag)"
    case .text: "a text that is not UTF-8"
    case .undescribed(let id): "a row of a table that was not described, \(id)"
    case .columnCount(let expected, let given): "\(given) columns where the table has \(expected)"
    case .position(let position): "the position \(position), which cannot be"
    case .misplaced(let what): "\(what) outside of its place"
    }
  }
}

extension PostgresError {
  /// Creates the error for a message that cannot be parsed.
  ///
  /// The connection is no longer usable, but a new connection may be.
  init(_ error: WireError) {
    self.init("a message of the server cannot be understood: \(error)", isTransient: true)
  }
}

/// Reads big-endian numbers and texts from a message, with bounds checks.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = min(max(0, offset), bytes.count)
  }

  var left: Int { bytes.count - offset }

  mutating func byte() throws(WireError) -> UInt8 {
    guard left > 0 else { throw .truncated(wanted: 1, left: 0) }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
    let size = Number.bitWidth / 8
    guard left >= size else { throw .truncated(wanted: size, left: left) }
    var number: Number = 0
    for byte in bytes[offset..<offset + size] { number = number << 8 | Number(truncatingIfNeeded: byte) }
    offset += size
    return number
  }

  mutating func position() throws(WireError) -> LogPosition { LogPosition(offset: try integer()) }

  mutating func text() throws(WireError) -> String {
    guard let end = bytes[offset...].firstIndex(of: 0) else { throw .truncated(wanted: left + 1, left: left) }
    defer { offset = end + 1 }
    guard let text = String(validating: bytes[offset..<end], as: UTF8.self) else { throw .text }
    return text
  }

  mutating func range(_ count: Int) throws(WireError) -> Range<Int> {
    guard count >= 0, left >= count else { throw .truncated(wanted: count, left: left) }
    defer { offset += count }
    return offset..<offset + count
  }

  func end() throws(WireError) {
    if left > 0 { throw .trailing(left) }
  }
}
#endif
