/// Where tables come from that keys can change: the query whose rows are shown, and its cells.
@MainActor protocol DatabaseEditor: AnyObject {
  /// The query whose rows are shown, as it was typed.
  var text: String { get }

  /// Whether the rows are the tables that there are.
  var isListing: Bool { get }

  /// What people call it.
  var caption: String { get }

  /// The names that a query may have in it.
  func names() async throws -> [String]

  /// Shows the rows of another query, and returns when they are shown.
  ///
  /// - Throws: What is wrong with the query: the former one is shown on. `CancellationError` if another one is asked for.
  func show(_ query: String) async throws

  /// The query for all rows of a table.
  func query(ofTable name: String) -> String

  /// Changes a cell, in a transaction.
  ///
  /// - Parameters:
  ///   - column: The name of its column.
  ///   - row: The row as it is shown.
  ///   - text: The new value.
  /// - Throws: Why nothing was changed.
  func set(_ column: String, of row: Record, to text: String) async throws
}
