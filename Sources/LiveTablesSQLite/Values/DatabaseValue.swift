#if SQLite
public import LiveTables

/// A value as SQLite stores it.
///
/// Texts are equal if their bytes are, as for SQLite, not as `String` has it.
public enum DatabaseValue: Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text, as UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension DatabaseValue: Hashable {
  /// Whether both are of one storage class and have the same number or bytes.
  public static func == (one: DatabaseValue, two: DatabaseValue) -> Bool {
    switch (one, two) {
    case (.null, .null): true
    case (.integer(let one), .integer(let two)): one == two
    case (.real(let one), .real(let two)): one == two
    case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
    case (.blob(let one), .blob(let two)): one == two
    default: false
    }
  }

  /// Hashes the storage class, and the number or the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let number):
      hasher.combine(1 as UInt8)
      hasher.combine(number)
    case .real(let number):
      hasher.combine(2 as UInt8)
      hasher.combine(number)
    case .text(var text):
      // The end, which is no byte of UTF-8, keeps neighbours apart.
      hasher.combine(3 as UInt8)
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
    case .blob(let bytes):
      hasher.combine(4 as UInt8)
      hasher.combine(bytes)
    }
  }
}

/// Values can be sections: by default, groups are values.
extension DatabaseValue: Diffable {}

extension DatabaseValue: CustomStringConvertible {
  /// The number or the text; `NULL`, or a blob's size.
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

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}
#endif
