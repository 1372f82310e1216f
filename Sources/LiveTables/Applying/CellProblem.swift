/// Why a row has no cell that shows it: a placeholder is shown in its place, or no supplementary view.
public enum CellProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No kind of cell was registered for what the row asks for.
  case noKind(key: String)
  /// The view has no cell under a reuse identifier, for instance because there is no such nib or prototype.
  case noCell(reuseIdentifier: String)
  /// The cell under a reuse identifier is of another type than its kind configures.
  case wrongType(reuseIdentifier: String, expected: String, found: String)
  /// Two kinds of cells of different types have the same reuse identifier.
  case sharedIdentifier(reuseIdentifier: String, first: String, second: String)
  /// The closure that makes cells by hand made none.
  case notMade
  /// The view asked for a row that its table does not have.
  case noRow(RowPath)

  /// What is wrong, in a sentence.
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
