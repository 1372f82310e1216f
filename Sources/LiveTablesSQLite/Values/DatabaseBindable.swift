#if SQLite
public import Foundation

/// A type whose values can be bound to an SQL statement.
public protocol DatabaseBindable {
  /// The value in the form in which SQLite stores it.
  var databaseValue: SQLiteValue { get }
}

extension SQLiteValue: DatabaseBindable {
  /// The value itself.
  public var databaseValue: SQLiteValue { self }
}

extension DatabaseBindable where Self: BinaryInteger {
  /// The integer as a database value.
  ///
  /// SQLite stores integers as signed 64-bit values. Binding a larger number throws ``QueryError/cannotBeStored(_:)``.
  public var databaseValue: SQLiteValue { Int64(exactly: self).map { .integer($0) } ?? .real(.nan) }
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
  /// The number 1 for `true`, or 0 for `false`.
  public var databaseValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension DatabaseBindable where Self: BinaryFloatingPoint {
  /// The floating-point number, or `NULL` for NaN, as in SQLite.
  public var databaseValue: SQLiteValue { isNaN ? .null : .real(Double(self)) }
}

extension Double: DatabaseBindable {}
extension Float: DatabaseBindable {}

extension DatabaseBindable where Self: StringProtocol {
  /// The string or substring as text.
  public var databaseValue: SQLiteValue { .text(String(self)) }
}

extension String: DatabaseBindable {}
extension Substring: DatabaseBindable {}

extension Data: DatabaseBindable {
  /// The bytes of the value as a blob.
  public var databaseValue: SQLiteValue { .blob(Array(self)) }
}

extension Date: DatabaseBindable {
  /// The number of seconds since 1970, as returned by SQLite's `unixepoch` function.
  ///
  /// A `Date` counts from 2001, so current dates are rounded to a quarter of a microsecond. If the dates that you read
  /// must equal the dates that you wrote, use whole seconds.
  public var databaseValue: SQLiteValue { timeIntervalSince1970.databaseValue }
}

extension UUID: DatabaseBindable {
  /// The UUID in its standard text form.
  public var databaseValue: SQLiteValue { .text(uuidString) }
}

extension Optional: DatabaseBindable where Wrapped: DatabaseBindable {
  /// The database value of the wrapped value, or `NULL` for `nil`.
  public var databaseValue: SQLiteValue { self?.databaseValue ?? .null }
}

extension RawRepresentable where Self: DatabaseBindable, RawValue: DatabaseBindable {
  /// The database value of the raw value.
  public var databaseValue: SQLiteValue { rawValue.databaseValue }
}
#endif
