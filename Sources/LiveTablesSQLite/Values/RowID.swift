#if SQLite
/// The identity of a row in a query result: the value of its id column.
///
/// Integers are stored inline.
public struct RowID: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case integer(Int64)
    case other(Box)
  }

  private final class Box: Hashable, Sendable {
    let value: SQLiteValue

    init(_ value: SQLiteValue) { self.value = value }

    static func == (one: Box, two: Box) -> Bool { one === two || one.value == two.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  private let storage: Storage

  /// Creates the identity of a row from the value of its id column.
  public init(_ value: some DatabaseBindable) {
    switch value.databaseValue {
    case .integer(let number): storage = .integer(number)
    case let other: storage = .other(Box(other))
    }
  }

  init(integer: Int64) { storage = .integer(integer) }

  var value: SQLiteValue {
    switch storage {
    case .integer(let number): .integer(number)
    case .other(let box): box.value
    }
  }
}

extension RowID: CustomStringConvertible {
  /// A description of the id column's value.
  public var description: String { value.description }
}

extension RowID: DatabaseBindable {
  /// The value of the row's id column.
  public var databaseValue: SQLiteValue { value }
}
#endif
