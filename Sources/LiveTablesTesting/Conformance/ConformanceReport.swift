/// What every `TableView` owes to those who tell it what to show.
public enum TableViewRequirement: String, Hashable, Sendable, CaseIterable {
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

/// Something that a view owes and did not do.
public struct ConformanceFailure: Hashable, Sendable, CustomStringConvertible {
  /// What it owes.
  public let requirement: TableViewRequirement
  /// What it did instead.
  public let message: String

  /// Both in one line.
  public var description: String { "\(requirement.rawValue): \(message)" }
}

/// What came of a check of a view.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// What was wrong, in order; empty if all is well.
  public internal(set) var failures: [ConformanceFailure] = []
  /// How many batches the view got.
  package internal(set) var batches = 0
  /// How many times it was reloaded.
  package internal(set) var reloads = 0
  /// The seed of the tables, where they were drawn by one.
  @_spi(Adapters) public internal(set) var seed: UInt64?

  /// Whether nothing was wrong.
  public var passed: Bool { failures.isEmpty }

  /// What was done and what was wrong.
  public var description: String {
    let drawn = seed.map { " (seed \($0))" } ?? ""
    let done = "\(batches) batches and \(reloads) reloads\(drawn)"
    return passed ? done : "\(done): " + failures.map(\.description).joined(separator: "; ")
  }

  mutating func fail(_ requirement: TableViewRequirement, _ message: String) {
    failures.append(ConformanceFailure(requirement: requirement, message: message))
  }
}
