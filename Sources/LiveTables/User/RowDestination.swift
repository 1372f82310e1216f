/// A move proposed by the user.
public struct MoveProposal<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The row that the user wants to move, with its current path.
  public let source: RowSite<Section, Row>

  /// The proposed path of the row after the move.
  public let target: RowPath

  /// The table that the view shows.
  public let table: TableSnapshot<Section, Row>

  package var targetSection: Section { table.sections[target.section].value }

  /// - Returns: `nil` if there is no such row. If the destination does not exist, the nearest path replaces it.
  init?(from source: RowPath, to target: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let site = RowSite(source, in: table) else { return nil }
    self.source = site
    self.table = table
    self.target = Self.nearest(target, to: source, in: table)
  }

  /// Returns the path nearest to a proposed one at which the row could be placed.
  fileprivate static func nearest(
    _ target: RowPath, to source: RowPath, in table: TableSnapshot<Section, Row>
  ) -> RowPath {
    let section = max(0, min(target.section, table.sections.count - 1))
    let last = table.sections[section].rows.count - (section == source.section ? 1 : 0)
    return RowPath(section: section, row: max(0, min(target.row, last)))
  }
}

/// A rule for the destinations of rows that the user moves.
///
/// If a proposed destination is not allowed, the row stays at its path, unless the rule specifies otherwise.
public struct RowDestination<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  private enum Rule: Sendable {
    case anywhere
    case sameSection
    case sections([Section.Identity])
    case predicate(@MainActor (MoveProposal<Section, Row>) -> Bool)
    case correction(@MainActor (MoveProposal<Section, Row>) -> RowPath)
  }

  private let rule: Rule

  private init(_ rule: Rule) { self.rule = rule }

  /// Allows rows to be moved to any destination.
  public static var anywhere: RowDestination { RowDestination(.anywhere) }

  /// Allows a row to be moved only within its own section.
  ///
  /// A row that is dropped outside its section moves to the nearer end of the section.
  public static var sameSection: RowDestination { RowDestination(.sameSection) }

  /// Allows rows to be moved only to the given sections.
  public static func sections(_ ids: some Sequence<Section.Identity>) -> RowDestination {
    RowDestination(.sections(Array(ids)))
  }

  /// Allows moves that satisfy a condition.
  ///
  /// - Parameter predicate: A closure that returns whether to allow a proposed move.
  public static func `where`(
    _ predicate: @escaping @MainActor (MoveProposal<Section, Row>) -> Bool
  ) -> RowDestination { RowDestination(.predicate(predicate)) }

  /// Replaces the proposed destination of a move.
  ///
  /// If the new destination does not exist, the nearest existing destination is used.
  ///
  /// - Parameter correction: A closure that returns the destination to use for a proposed move.
  public static func corrected(
    _ correction: @escaping @MainActor (MoveProposal<Section, Row>) -> RowPath
  ) -> RowDestination { RowDestination(.correction(correction)) }

  @MainActor func target(of proposal: MoveProposal<Section, Row>) -> RowPath {
    let (source, target) = (proposal.source.path, proposal.target)
    switch rule {
    case .anywhere: return target
    case .sameSection:
      if target.section == source.section { return target }
      let row = target.section < source.section ? 0 : Int.max
      return MoveProposal.nearest(RowPath(section: source.section, row: row), to: source, in: proposal.table)
    case .sections(let ids):
      return ids.contains(proposal.targetSection.identity) ? target : source
    case .predicate(let predicate): return predicate(proposal) ? target : source
    case .correction(let correction):
      return MoveProposal.nearest(correction(proposal), to: source, in: proposal.table)
    }
  }
}
