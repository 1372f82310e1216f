#if SQLite
public import LiveTables

/// A value in one of SQLite's storage classes.
///
/// Unlike strings, text values are equal only if their bytes are equal, as in SQLite.
public enum SQLiteValue: Sendable {
  /// The absence of a value (`NULL`).
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A double-precision floating-point number.
  case real(Double)
  /// Text, stored as UTF-8.
  case text(String)
  /// A sequence of bytes.
  case blob([UInt8])
}

extension SQLiteValue: Hashable {
  /// Returns whether two values have the same storage class and are equal; texts and blobs are compared byte by byte.
  public static func == (one: SQLiteValue, two: SQLiteValue) -> Bool {
    switch (one, two) {
    case (.null, .null): true
    case (.integer(let one), .integer(let two)): one == two
    case (.real(let one), .real(let two)): one == two
    case (.text(let one), .text(let two)): ByteText(one) == ByteText(two)
    case (.blob(let one), .blob(let two)): one == two
    default: false
    }
  }

  /// Hashes the storage class, and the number or bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let number):
      hasher.combine(1 as UInt8)
      hasher.combine(number)
    case .real(let number):
      hasher.combine(2 as UInt8)
      hasher.combine(number)
    case .text(let text):
      hasher.combine(3 as UInt8)
      hasher.combine(ByteText(text))
    case .blob(let bytes):
      hasher.combine(4 as UInt8)
      hasher.combine(bytes)
    }
  }
}

/// Lets a grouped query use the values of a column as its sections.
extension SQLiteValue: Diffable {}

extension SQLiteValue: CustomStringConvertible {
  /// The number or text, `NULL`, or the size of the blob.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates a value that stores an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a value that stores text.
  public init(stringLiteral value: String) { self = .text(value) }
}
#endif
