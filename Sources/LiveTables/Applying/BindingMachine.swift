/// A user's change that the store has not merged yet.
///
/// The changes of a binding are numbered from one. If the store receives a change twice, it merges the change only once.
struct UnmergedChange<Change> {
  let number: Int
  let change: Change
  let time: ContinuousClock.Instant
  /// Identifies the source's tables that include the change, or is empty if the source has not accepted the change.
  var marks = InboxMarks()
}

extension UnmergedChange {
  /// Returns whether a table includes the change or, if the source has not accepted the change, was produced after it.
  func isReplaced(at time: ContinuousClock.Instant?, with marks: InboxMarks) -> Bool {
    self.marks.isEmpty ? time.map { self.time <= $0 } ?? false : marks.include(self.marks)
  }
}

extension UnmergedChange: Sendable where Change: Sendable {}
extension UnmergedChange: Equatable where Change: Equatable {}

/// The state of a binding on the screen of its view.
///
/// A pure state machine that asks `ScreenMachine` for permission to update the view.
///
///     open ──end──► ended, for good
///
/// An update in progress is completed even after the binding has ended.
struct BindingMachine<Change> {
  typealias Unmerged = UnmergedChange<Change>

  enum Phase {
    case open(Open)
    /// The binding shows no further changes, but the store may still have to merge the user's earlier changes.
    case ended(EndReason, unmerged: [Unmerged])
  }

  struct Open {
    /// The changes that are on screen.
    fileprivate(set) var unmerged: [Unmerged] = []
    /// The changes that wait until the view has been updated.
    fileprivate var queued: [(change: Change, time: ContinuousClock.Instant, marks: InboxMarks)] = []
    fileprivate var changeCount = 0
    /// Whether the update loop must be woken when the view becomes idle.
    fileprivate(set) var isDeferred = false
    /// Whether the view shows only the first batch updates of a change.
    fileprivate(set) var isPartial = false
  }

  enum Decision {
    /// Update the view, and then settle the screen. If the view is reloaded, the user's unmerged changes are applied on
    /// top of it.
    case perform(onTop: [Change])
    /// The table's change does not start from the presented table, or the store has not merged all of the user's changes
    /// to it.
    case stale(unmerged: [Unmerged])
    /// The view is busy. The update loop is woken when the view becomes idle.
    case deferred
    case ended(EndReason)
  }

  enum ShowDecision: Equatable {
    /// Show the change, and then settle the screen.
    case show
    /// The view is being updated. After the update, `nextQueuedChange` returns the change.
    case queued
    case refused
  }

  private(set) var phase = Phase.open(Open())

  var isPartial: Bool { if case .open(let open) = phase { open.isPartial } else { false } }

  var unmerged: [Unmerged] {
    switch phase {
    case .open(let open): open.unmerged
    case .ended(_, let unmerged): unmerged
    }
  }

  var queued: [Change] { if case .open(let open) = phase { open.queued.map { $0.change } } else { [] } }

  // MARK: - The loop

  /// Decides whether a table may be shown immediately, and if so, begins the update.
  ///
  /// - Parameters:
  ///   - stamp: The stamp of the presented table from which the update starts, or `nil` for a reload, which starts from
  ///     any table.
  ///   - lastMergedEdit: The number of the user's last change that the table includes.
  ///   - replacementTime: The time up to which the table replaces changes that the source has not accepted.
  ///   - marks: The numbers of the users' edits that the source has applied to the table.
  mutating func begin<Content, Report>(
    from stamp: Int?, lastMergedEdit: Int, replacementTime: ContinuousClock.Instant?, marks: InboxMarks = InboxMarks(),
    on screen: inout ScreenMachine<Content, Report>
  ) -> Decision {
    switch phase {
    case .ended(let reason, _): return .ended(reason)
    case .open(var open):
      defer { phase = .open(open) }
      if screen.isBusy {
        open.isDeferred = true
        return .deferred
      }
      open.unmerged.removeAll { $0.number <= lastMergedEdit || $0.isReplaced(at: replacementTime, with: marks) }
      if let stamp, stamp != screen.stamp || !open.unmerged.isEmpty { return .stale(unmerged: open.unmerged) }
      _ = screen.begin()  // begins, because the screen is not busy
      return .perform(onTop: open.unmerged.map { $0.change })
    }
  }

  /// Defers tables if the screen is busy, in which case the update loop is woken later.
  ///
  /// - Returns: Whether tables are deferred.
  mutating func deferIfBusy<Content, Report>(_ screen: ScreenMachine<Content, Report>) -> Bool {
    guard case .open(var open) = phase, screen.isBusy else { return false }
    open.isDeferred = true
    phase = .open(open)
    return true
  }

  /// Ends the deferral of tables if the screen is idle.
  ///
  /// - Returns: Whether the update loop must be woken, because a table was deferred.
  mutating func resumeIfIdle<Content, Report>(_ screen: ScreenMachine<Content, Report>) -> Bool {
    guard case .open(var open) = phase, open.isDeferred, !screen.isBusy else { return false }
    open.isDeferred = false
    phase = .open(open)
    return true
  }

  mutating func noteStage(isLast: Bool) {
    guard case .open(var open) = phase else { return }
    open.isPartial = !isLast
    phase = .open(open)
  }

  // MARK: - The user

  /// Handles a user's change, and begins an update if the change can be shown immediately.
  mutating func handle<Content, Report>(
    _ change: Change, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks(),
    on screen: inout ScreenMachine<Content, Report>
  ) -> ShowDecision {
    guard case .open(var open) = phase else { return .refused }
    let isShownNow = screen.begin()
    if isShownNow { open.show(change, at: time, marks) } else { open.queued.append((change, time, marks)) }
    phase = .open(open)
    return isShownNow ? .show : .queued
  }

  /// Returns the next change that waited for the current update, to be shown as part of this update.
  mutating func nextQueuedChange() -> Change? {
    guard case .open(var open) = phase, !open.queued.isEmpty else { return nil }
    let (change, time, marks) = open.queued.removeFirst()
    open.show(change, at: time, marks)
    phase = .open(open)
    return change
  }

  // MARK: - The end

  /// Ends the binding, and discards changes that have not been shown.
  ///
  /// - Returns: `false` if the binding has already ended. The binding then keeps its first reason.
  mutating func end(_ reason: EndReason) -> Bool {
    guard case .open(let open) = phase else { return false }
    phase = .ended(reason, unmerged: open.unmerged)
    return true
  }
}

extension BindingMachine.Open {
  /// Numbers a change when it is shown, because changes are merged in this order, and a change can be shown before
  /// others that were queued earlier.
  fileprivate mutating func show(_ change: Change, at time: ContinuousClock.Instant, _ marks: InboxMarks) {
    changeCount += 1
    unmerged.append(UnmergedChange(number: changeCount, change: change, time: time, marks: marks))
  }
}

extension BindingMachine.Decision: Equatable where Change: Equatable {}
