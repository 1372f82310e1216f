/// A row that the user wants to take somewhere.
public struct MoveProposal<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The row, and where it is.
  public let source: RowSite<Section, Row>

  /// Where it would be afterwards.
  public let target: RowPath

  /// What is on screen.
  public let table: TableSnapshot<Section, Row>

  /// The value of the section that it would be in.
  package var targetSection: Section { table.sections[target.section].value }

  /// - Returns: `nil` if there is no such row; the target becomes the nearest that exists.
  init?(from source: RowPath, to target: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let site = RowSite(source, in: table) else { return nil }
    self.source = site
    self.table = table
    self.target = Self.nearest(target, to: source, in: table)
  }

  /// The place nearest to a proposed one in which the row could be afterwards.
  fileprivate static func nearest(
    _ target: RowPath, to source: RowPath, in table: TableSnapshot<Section, Row>
  ) -> RowPath {
    let section = max(0, min(target.section, table.sections.count - 1))
    let last = table.sections[section].rows.count - (section == source.section ? 1 : 0)
    return RowPath(section: section, row: max(0, min(target.row, last)))
  }
}

/// Where a row that is moved may go.
///
/// By default it stays where it is if it may not go there.
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

  /// Anywhere.
  public static var anywhere: RowDestination { RowDestination(.anywhere) }

  /// Within its section; a drop outside goes to the nearer end of it.
  public static var sameSection: RowDestination { RowDestination(.sameSection) }

  /// To these sections and no others; within its own, too, if that is listed.
  ///
  /// - Parameter ids: The identities of the sections.
  /// - Returns: The destination.
  public static func sections(_ ids: some Sequence<Section.Identity>) -> RowDestination {
    RowDestination(.sections(Array(ids)))
  }

  /// Where a predicate holds.
  ///
  /// - Parameter predicate: Says of a proposed place whether the row may go there.
  /// - Returns: The destination.
  public static func `where`(
    _ predicate: @escaping @MainActor (MoveProposal<Section, Row>) -> Bool
  ) -> RowDestination { RowDestination(.predicate(predicate)) }

  /// Where a function says, which is given what the user proposes.
  ///
  /// A place that does not exist becomes the nearest one that does.
  ///
  /// - Parameter correction: Makes another place of the one that is proposed.
  /// - Returns: The destination.
  public static func corrected(
    _ correction: @escaping @MainActor (MoveProposal<Section, Row>) -> RowPath
  ) -> RowDestination { RowDestination(.correction(correction)) }

  /// Where the row goes: its path afterwards, which is the one it has if it stays.
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

extension RowPath {
  /// The path that a row has after it was dropped into a gap between rows.
  ///
  /// Views that show where a row would be dropped count gaps while the row is still in its place: gap 0 is before the
  /// first row of a section, and in an empty section the only one.
  ///
  /// - Parameters:
  ///   - source: Where the row is.
  ///   - gap: The gap: as row, how many rows of the section are before it, the dragged one included.
  @_spi(Adapters) public init(dropping source: RowPath, intoGap gap: RowPath) {
    let leavesBefore = gap.section == source.section && gap.row > source.row
    self.init(section: gap.section, row: gap.row - (leavesBefore ? 1 : 0))
  }

  /// The gap between rows into which a row is dropped that is to have this path afterwards: as row, how many rows of the
  /// section are before it, the dragged one included.
  ///
  /// - Parameter source: Where the row is.
  @_spi(Adapters) public func gap(dropping source: RowPath) -> RowPath {
    let leavesBefore = section == source.section && row >= source.row
    return RowPath(section: section, row: row + (leavesBefore ? 1 : 0))
  }
}
