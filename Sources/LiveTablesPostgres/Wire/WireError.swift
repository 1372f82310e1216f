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
#endif
