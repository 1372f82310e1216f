#if Postgres
/// A position in the server's write-ahead log (an LSN).
struct LogPosition: Hashable, Comparable, Sendable {
  /// The byte offset in the log.
  let offset: UInt64

  static let zero = LogPosition(offset: 0)

  init(offset: UInt64) { self.offset = offset }

  /// Parses a position in the server's format, for example `16/B374D848`.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let high = UInt32(parts[0], radix: 16), let low = UInt32(parts[1], radix: 16) else {
      return nil
    }
    offset = UInt64(high) << 32 | UInt64(low)
  }

  static func < (one: LogPosition, other: LogPosition) -> Bool { one.offset < other.offset }
}

extension LogPosition: CustomStringConvertible {
  var description: String { String(offset >> 32, radix: 16) + "/" + String(offset & 0xFFFF_FFFF, radix: 16) }
}
#endif
