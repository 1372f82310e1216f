/// The reason why a view shows a placeholder instead of a row's cell or a section's supplementary view.
public enum CellProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No cell kind is registered for the row's key.
  case noKind(key: String)
  /// The view has no cell for a reuse identifier, for example because a nib or prototype is missing.
  case noCell(reuseIdentifier: String)
  /// The cell for a reuse identifier does not have the type that its cell kind configures.
  case wrongType(reuseIdentifier: String, expected: String, found: String)
  /// Two cell kinds with different cell types have the same reuse identifier.
  case sharedIdentifier(reuseIdentifier: String, first: String, second: String)
  /// The closure that creates the cell returned `nil`.
  case notMade
  /// The view requested a row that does not exist.
  case noRow(RowPath)

  /// A sentence for a log that describes the problem.
  public var description: String {
    switch self {
    case .noKind(let key): "there is no kind of cell for \(key)"
    case .noCell(let id): "the view has no cell with the reuse identifier \"\(id)\""
    case .wrongType(let id, let expected, let found):
      "the cell with the reuse identifier \"\(id)\" is a \(found) instead of a \(expected)"
    case .sharedIdentifier(let id, let first, let second):
      "\(first) and \(second) have the same reuse identifier \"\(id)\""
    case .notMade: "no cell was made"
    case .noRow(let path): "a cell was asked for at \(path), where there is no row"
    }
  }
}
