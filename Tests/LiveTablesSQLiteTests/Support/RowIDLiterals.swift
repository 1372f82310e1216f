#if SQLite
public import LiveTablesSQLite

// Short ids for expectations.
extension RowID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An id.
  public init(integerLiteral value: Int) { self.init(value) }
  /// An id.
  public init(stringLiteral value: String) { self.init(value) }
}
#endif
