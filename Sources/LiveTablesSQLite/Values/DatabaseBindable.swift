#if SQLite
public import Foundation

/// What can be bound in a statement.
public protocol DatabaseBindable {
  /// The value as SQLite stores it.
  var databaseValue: DatabaseValue { get }
}

extension DatabaseValue: DatabaseBindable {
  /// The value itself.
  public var databaseValue: DatabaseValue { self }
}

extension DatabaseBindable where Self: BinaryInteger {
  /// A whole number.
  ///
  /// SQLite stores 64 bits with a sign. To bind a greater number throws ``QueryError/cannotBeStored(_:)``.
  public var databaseValue: DatabaseValue { Int64(exactly: self).map { .integer($0) } ?? .real(.nan) }
}

extension Int: DatabaseBindable {}
extension Int8: DatabaseBindable {}
extension Int16: DatabaseBindable {}
extension Int32: DatabaseBindable {}
extension Int64: DatabaseBindable {}
extension UInt: DatabaseBindable {}
extension UInt8: DatabaseBindable {}
extension UInt16: DatabaseBindable {}
extension UInt32: DatabaseBindable {}
extension UInt64: DatabaseBindable {}

extension Bool: DatabaseBindable {
  /// 1 or 0.
  public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
}

extension DatabaseBindable where Self: BinaryFloatingPoint {
  /// A floating-point number; NaN becomes `NULL`, as in SQLite.
  public var databaseValue: DatabaseValue { isNaN ? .null : .real(Double(self)) }
}

extension Double: DatabaseBindable {}
extension Float: DatabaseBindable {}

extension DatabaseBindable where Self: StringProtocol {
  /// A text.
  public var databaseValue: DatabaseValue { .text(String(self)) }
}

extension String: DatabaseBindable {}
extension Substring: DatabaseBindable {}

extension Data: DatabaseBindable {
  /// A blob.
  public var databaseValue: DatabaseValue { .blob(Array(self)) }
}

extension Date: DatabaseBindable {
  /// Seconds since 1970, as SQLite's `unixepoch` has them.
  ///
  /// A `Date` counts from 2001, so this rounds it: today to a quarter of a microsecond. Use whole seconds, or a number of
  /// your own, if what you read has to be equal to what you wrote.
  public var databaseValue: DatabaseValue { timeIntervalSince1970.databaseValue }
}

extension UUID: DatabaseBindable {
  /// The usual text.
  public var databaseValue: DatabaseValue { .text(uuidString) }
}

extension Optional: DatabaseBindable where Wrapped: DatabaseBindable {
  /// What is wrapped, or `NULL`.
  public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }
}

extension RawRepresentable where Self: DatabaseBindable, RawValue: DatabaseBindable {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }
}
#endif
