/// An editor with which the user can change a feed's query and cells.
@MainActor protocol DatabaseEditor: AnyObject {
  var text: String { get }

  /// Whether the rows are a list of the database's tables.
  var isListing: Bool { get }

  var caption: String { get }

  /// Returns the names that can complete a query.
  func names() async throws -> [String]

  /// Shows the rows of another query, and returns when they are shown.
  ///
  /// - Throws: The error of the query, in which case the previous query is still shown, or `CancellationError` if
  ///   another query is requested.
  func show(_ query: String) async throws

  func query(ofTable name: String) -> String

  /// Changes a cell in a transaction.
  ///
  /// - Throws: The reason the cell was not changed.
  func set(_ column: String, of row: Record, to text: String) async throws
}
