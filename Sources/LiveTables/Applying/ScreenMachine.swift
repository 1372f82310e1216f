/// What a view shows, and whether that may change now.
///
/// Pure, and owned by the view's link: this is the only place that knows. Bindings come and go, the screen stays.
///
///     idle ⇄ updating
///
/// While the user interacts with an idle view, only the user's own edits are shown.
struct ScreenMachine<Shown, Report> {
  /// What was shown, and when: the base of a diff.
  ///
  /// It still holds if its stamp is the screen's.
  struct Base {
    let shown: Shown
    let stamp: Int
  }

  enum Phase {
    /// What is shown may change.
    case idle
    /// The view is being updated: nothing else may be shown before it returns. Reports wait until then.
    case updating(reports: [Report])
  }

  private(set) var phase = Phase.idle
  private(set) var shown: Shown
  /// Counts every single change of what is shown; this is what a base is checked by.
  private(set) var stamp = 0
  /// Counts the tables and the user's edits that were shown, however many changes each took.
  private(set) var revision = 0
  private var interactions = 0

  init(_ shown: Shown) { self.shown = shown }

  var base: Base { Base(shown: shown, stamp: stamp) }

  var isUpdating: Bool { if case .updating = phase { true } else { false } }

  /// Whether a drag or the like is on.
  var isInteracting: Bool { interactions > 0 }

  /// Whether tables have to wait: the view is being updated, or the user interacts with it.
  var isBusy: Bool { isUpdating || isInteracting }

  // MARK: - Updates

  /// An update of the view begins.
  ///
  /// - Returns: False inside of another one: updates do not nest.
  mutating func begin() -> Bool {
    if isUpdating { return false }
    phase = .updating(reports: [])
    return true
  }

  /// Replaces what is shown, inside of an update of the view.
  mutating func commit(_ shown: Shown) {
    self.shown = shown
    stamp += 1
  }

  /// All of a table or an edit is on screen; that is a revision.
  mutating func complete() -> Int {
    revision += 1
    return revision
  }

  /// Keeps a report until the update is over.
  ///
  /// - Returns: False without an update: it can be delivered at once.
  mutating func keep(_ report: Report) -> Bool {
    guard case .updating(let reports) = phase else { return false }
    phase = .updating(reports: reports + [report])
    return true
  }

  /// The view has returned.
  ///
  /// - Returns: What has to be reported now.
  mutating func settle() -> [Report] {
    guard case .updating(let reports) = phase else { return [] }
    phase = .idle
    return reports
  }

  // MARK: - Interactions

  /// A drag or the like begins; calls may nest.
  mutating func beginInteraction() { interactions += 1 }

  /// A drag or the like ends.
  mutating func endInteraction() { interactions = max(0, interactions - 1) }
}

extension ScreenMachine.Base: Sendable where Shown: Sendable {}
extension ScreenMachine.Base: Equatable where Shown: Equatable {}
extension ScreenMachine.Phase: Equatable where Report: Equatable {}
