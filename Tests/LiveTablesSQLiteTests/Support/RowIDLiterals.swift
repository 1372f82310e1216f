#if SQLite
public import LiveTablesSQLite

// Short identities for expectations.
extension RowID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates an id from a number.
  public init(integerLiteral value: Int) { self.init(value) }
  /// Creates an id from a text.
  public init(stringLiteral value: String) { self.init(value) }
}
#endif
