/// What every `TableView` owes.
package enum TableViewRequirement: String, Sendable {
  /// The link is always the same one.
  case keepsItsLink
  /// After it was prepared, the view asks for batches.
  case becomesReady
  /// `perform` calls `commit` exactly once before it returns.
  case commitsBatchesOnce
  /// `reload` calls `commit` exactly once before it returns.
  case commitsReloadsOnce
  /// `perform` shows every legal batch.
  case showsLegalBatches
  /// The row counts that the view tells are those of what it was given.
  case tellsTrueCounts
  /// What the view shows is what it was given.
  case showsWhatItIsGiven
  /// Nothing keeps the view when it is let go.
  case isReleased
}

/// What came of a check of a view.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// What was wrong, in order; empty if all is well.
  public private(set) var problems: [String] = []
  /// Which requirements are not kept.
  package private(set) var broken: Set<TableViewRequirement> = []
  /// How many batches the view got.
  package internal(set) var batches = 0
  /// How many times it was reloaded.
  package internal(set) var reloads = 0
  /// What the binding reported about the view, in order.
  public internal(set) var diagnostics: [TableDiagnostic] = []
  /// The seed of the tables, where they were drawn by one.
  @_spi(Adapters) public internal(set) var seed: UInt64?

  /// What was done and what was wrong.
  public var description: String {
    let drawn = seed.map { " (seed \($0))" } ?? ""
    let done = "\(batches) batches and \(reloads) reloads\(drawn)"
    return problems.isEmpty ? done : "\(done): " + problems.joined(separator: "; ")
  }

  mutating func fail(_ requirement: TableViewRequirement, _ message: String) {
    broken.insert(requirement)
    problems.append("\(requirement.rawValue): \(message)")
  }
}
