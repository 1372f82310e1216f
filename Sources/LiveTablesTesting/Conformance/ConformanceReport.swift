/// The requirements for every `TableView`.
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
  /// The view shows the table that it received.
  case showsWhatItIsGiven
  /// The view is deallocated when its last owner releases it.
  case isReleased
}

/// The result of checking a view.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// Descriptions of the problems, in order.
  ///
  /// The array is empty if the view passed all checks.
  public private(set) var problems: [String] = []
  package private(set) var broken: Set<TableViewRequirement> = []
  package internal(set) var batches = 0
  package internal(set) var reloads = 0
  /// The diagnostics that the binding reported about the view, in order.
  public internal(set) var diagnostics: [TableDiagnostic] = []
  /// The seed from which the tables were generated, or `nil` if they were not generated randomly.
  package internal(set) var seed: UInt64?

  /// A description of the report with its counts and problems.
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
