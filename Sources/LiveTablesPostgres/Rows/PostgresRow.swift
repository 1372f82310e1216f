#if Postgres
/// The columns of a table, as far as they are read.
final class RowLayout: Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// The identity of its type in the server; of a domain, that of what it is made of.
    let type: UInt32
    let isKey: Bool
  }

  let columns: [Column]
  let positions: [String: Int]
  /// Which columns name a row.
  let keys: [Int]

  var names: [String] { columns.map(\.name) }

  init(_ columns: [Column]) {
    self.columns = columns
    positions = Dictionary(zip(columns.map(\.name), columns.indices)) { first, _ in first }
    keys = columns.indices.filter { columns[$0].isKey }
  }
}

/// A row as the server wrote it: a text, or `NULL`, for each column.
public struct PostgresRow: Sendable {
  let layout: RowLayout
  let tuple: Tuple

  /// The names of the columns, in the table's order.
  public var columns: [String] { layout.names }

  /// The text of a column; `nil` if it is `NULL`, or there is no such column.
  ///
  /// - Parameter column: The name of the column.
  public subscript(column: String) -> String? { layout.positions[column].flatMap { tuple.text(at: $0) } }

  /// The columns that name a row.
  package var keyColumns: [String] { layout.keys.map { layout.columns[$0].name } }

  /// Whether a column has numbers.
  package func isNumber(_ column: String) -> Bool {
    layout.positions[column].map { TypeID.numbers.contains(layout.columns[$0].type) } ?? false
  }

  /// Decodes the row by the names of its columns.
  ///
  /// - Parameter type: What it becomes.
  /// - Returns: The value.
  /// - Throws: What decoding throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(from: RowDecoder(row: self))
  }
}
#endif
