#if SQLite
/// Who a row of a query is: the value of its id column.
///
/// A whole number takes no memory of its own, so that a table of millions of rows is a list of numbers.
public struct RowID: Hashable, Sendable {
  private enum Storage: Sendable {
    case integer(Int64)
    case other(Box)
  }

  private final class Box: Sendable {
    let value: DatabaseValue

    init(_ value: DatabaseValue) { self.value = value }
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

  /// The value of the id column.
  public var value: DatabaseValue {
    switch storage {
    case .integer(let number): .integer(number)
    case .other(let box): box.value
    }
  }

  /// Whether both have the same value.
  public static func == (one: RowID, two: RowID) -> Bool {
    switch (one.storage, two.storage) {
    case (.integer(let one), .integer(let two)): one == two
    case (.other(let one), .other(let two)): one === two || one.value == two.value
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .integer(let number): hasher.combine(number)
    case .other(let box): hasher.combine(box.value)
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
