/// The table that a view shows, and the state that determines whether it may change.
///
/// A pure state machine that the view's link owns. It outlives the view's bindings.
///
///     idle ⇄ updating
///
/// While the user interacts with an idle view, only the user's own edits are shown.
struct ScreenMachine<Content, Report> {
  /// The table from which a diff starts, and its stamp.
  ///
  /// The table is outdated if its stamp differs from the screen's.
  struct StampedTable {
    let content: Content
    let stamp: Int
  }

  enum Phase {
    /// The view is idle, and the presented table can change.
    case idle
    /// The view is being updated. Until the update ends, no other change can be shown, and reports wait.
    case updating(reports: [Report])
  }

  private(set) var phase = Phase.idle
  private(set) var presented: Content
  /// The number of changes to the presented table, which identifies the table.
  private(set) var stamp = 0
  /// The number of tables and user edits that were shown, regardless of their changes.
  private(set) var revision = 0
  private var interactions = 0

  init(_ presented: Content) { self.presented = presented }

  var stamped: StampedTable { StampedTable(content: presented, stamp: stamp) }

  var isUpdating: Bool { if case .updating = phase { true } else { false } }

  var isInteracting: Bool { interactions > 0 }

  /// Whether tables must wait because the view is being updated or the user is interacting with it.
  var isBusy: Bool { isUpdating || isInteracting }

  // MARK: - Updates

  /// - Returns: `false` if an update is in progress, because updates cannot be nested.
  mutating func begin() -> Bool {
    if isUpdating { return false }
    phase = .updating(reports: [])
    return true
  }

  mutating func commit(_ content: Content) {
    presented = content
    stamp += 1
  }

  /// Counts a table or an edit that is completely shown, and returns its revision.
  mutating func complete() -> Int {
    revision += 1
    return revision
  }

  /// Keeps a report until the update has ended.
  ///
  /// - Returns: `false` if no update is in progress, so that the report can be delivered now.
  mutating func keep(_ report: Report) -> Bool {
    guard case .updating(let reports) = phase else { return false }
    phase = .updating(reports: reports + [report])
    return true
  }

  /// Ends the update of the view, and returns the reports that waited for its end.
  mutating func settle() -> [Report] {
    guard case .updating(let reports) = phase else { return [] }
    phase = .idle
    return reports
  }

  // MARK: - Interactions

  /// Begins a user interaction, such as a drag.
  ///
  /// Interactions can be nested.
  mutating func beginInteraction() { interactions += 1 }

  mutating func endInteraction() { interactions = max(0, interactions - 1) }
}

extension ScreenMachine.StampedTable: Sendable where Content: Sendable {}
extension ScreenMachine.StampedTable: Equatable where Content: Equatable {}
extension ScreenMachine.Phase: Equatable where Report: Equatable {}
