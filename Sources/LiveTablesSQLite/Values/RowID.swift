#if SQLite
/// The identity of a row of a query: the value of its id column.
///
/// A whole number is stored in place, so that a table of millions of rows is a list of numbers.
public struct RowID: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case integer(Int64)
    case other(Box)
  }

  private final class Box: Hashable, Sendable {
    let value: DatabaseValue

    init(_ value: DatabaseValue) { self.value = value }

    static func == (one: Box, two: Box) -> Bool { one === two || one.value == two.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  private let storage: Storage

  /// The identity of a row with this value in its id column.
  public init(_ value: some DatabaseBindable) {
    switch value.databaseValue {
    case .integer(let number): storage = .integer(number)
    case let other: storage = .other(Box(other))
    }
  }

  init(integer: Int64) { storage = .integer(integer) }

  var value: DatabaseValue {
    switch storage {
    case .integer(let number): .integer(number)
    case .other(let box): box.value
    }
  }
}

extension RowID: CustomStringConvertible {
  /// The value.
  public var description: String { value.description }
}

extension RowID: DatabaseBindable {
  /// The value of the id column.
  public var databaseValue: DatabaseValue { value }
}

extension RowID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A number.
  public init(integerLiteral value: Int64) { self.init(integer: value) }
  /// A text.
  public init(stringLiteral value: String) { self.init(value) }
}
#endif
