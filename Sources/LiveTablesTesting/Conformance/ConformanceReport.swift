/// The requirements that every `TableView` must meet.
package enum TableViewRequirement: String, Sendable {
  /// The view always returns the same link.
  case keepsItsLink
  /// The prepared view is ready for batches.
  case becomesReady
  /// `perform` calls `commit` exactly once before it returns.
  case commitsBatchesOnce
  /// `reload` calls `commit` exactly once before it returns.
  case commitsReloadsOnce
  /// `perform` accepts every legal batch.
  case showsLegalBatches
  /// The view reports the correct row counts.
  case tellsTrueCounts
  /// The view shows the table that it was given.
  case showsWhatItIsGiven
  /// No object retains the view after its last owner has released it.
  case isReleased
}

/// The result of checking a view.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// Descriptions of the problems found, in order; the array is empty if the view passed.
  public private(set) var problems: [String] = []
  package private(set) var broken: Set<TableViewRequirement> = []
  package internal(set) var batches = 0
  package internal(set) var reloads = 0
  /// The diagnostics that the binding reported about the view, in order.
  public internal(set) var diagnostics: [TableDiagnostic] = []
  /// The seed of the tables, or `nil` if they are not random.
  @_spi(Adapters) public internal(set) var seed: UInt64?

  /// A textual representation of the counts and the problems.
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
