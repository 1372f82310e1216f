/// A user's edit that is on screen but has not been merged by the store yet.
///
/// The edits of a binding are numbered from one. If the store receives an edit twice, it merges the edit only once.
struct UnmergedChange<Edit> {
  let number: Int
  let edit: Edit
  let time: ContinuousClock.Instant
  /// Identifies the source's tables that include the edit, or is empty if the source has not accepted the edit.
  var marks = InboxMarks()
}

extension UnmergedChange {
  /// Returns whether a table includes the edit or, if the source has not accepted the edit, was produced after it.
  ///
  /// - Parameters:
  ///   - marks: The numbers of the users' edits that the table includes.
  func isReplaced(at time: ContinuousClock.Instant?, with marks: InboxMarks) -> Bool {
    self.marks.isEmpty ? time.map { self.time <= $0 } ?? false : marks.include(self.marks)
  }
}

extension UnmergedChange: Sendable where Edit: Sendable {}
extension UnmergedChange: Equatable where Edit: Equatable {}

/// The state of a binding on the screen of its view.
///
/// A pure state machine that asks `ScreenMachine` for permission to update the view.
///
///     open ──end──► ended, for good
///
/// An update in progress is completed even after the binding has ended.
struct BindingMachine<Edit> {
  typealias Unmerged = UnmergedChange<Edit>

  enum Phase {
    case open(Open)
    /// The binding shows no further changes, but the store may still have to merge the user's earlier edits.
    case ended(EndReason, unmerged: [Unmerged])
  }

  struct Open {
    fileprivate(set) var unmerged: [Unmerged] = []
    /// Edits that wait until the view has been updated.
    fileprivate var queued: [(edit: Edit, time: ContinuousClock.Instant, marks: InboxMarks)] = []
    fileprivate var editCount = 0
    /// Whether the update loop must be woken when the view becomes idle.
    fileprivate var isDeferred = false
    /// Whether the view shows only the first batch updates of a change.
    fileprivate(set) var isPartial = false
  }

  enum Decision {
    /// Update the view, and then settle the screen. If the view is reloaded, the user's unmerged edits are applied on
    /// top of it.
    case perform(onTop: [Edit])
    /// The change does not start from the shown table, or the store has not merged all shown edits.
    case stale(unmerged: [Unmerged])
    /// The view is busy. The update loop is woken when the view becomes idle.
    case deferred
    case ended(EndReason)
  }

  enum ShowDecision: Equatable {
    /// Show the edit, and then settle the screen.
    case show
    /// The view is being updated. After the update, `nextEdit` returns the edit.
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

  var queued: [Edit] { if case .open(let open) = phase { open.queued.map { $0.edit } } else { [] } }

  var hasQueued: Bool { if case .open(let open) = phase { !open.queued.isEmpty } else { false } }

  // MARK: - The loop

  /// Decides whether a change may be shown immediately, and if so, begins the update.
  ///
  /// - Parameters:
  ///   - stamp: The stamp of the table that the change starts from, or `nil` for a reload, which starts from any table.
  ///   - lastMergedEdit: The number of the last user edit that the change includes.
  ///   - replacementTime: The time up to which the change replaces edits that the source has not accepted.
  ///   - marks: The numbers of the users' edits that the source has applied to the change's table.
  mutating func begin<Shown, Report>(
    from stamp: Int?, lastMergedEdit: Int, replacementTime: ContinuousClock.Instant?, marks: InboxMarks = InboxMarks(),
    on screen: inout ScreenMachine<Shown, Report>
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
      return .perform(onTop: open.unmerged.map { $0.edit })
    }
  }

  /// Returns whether a change would currently be deferred, in which case the update loop is woken later.
  mutating func defers<Shown, Report>(on screen: ScreenMachine<Shown, Report>) -> Bool {
    guard case .open(var open) = phase, screen.isBusy else { return false }
    open.isDeferred = true
    phase = .open(open)
    return true
  }

  mutating func wakes<Shown, Report>(on screen: ScreenMachine<Shown, Report>) -> Bool {
    guard case .open(var open) = phase, open.isDeferred, !screen.isBusy else { return false }
    open.isDeferred = false
    phase = .open(open)
    return true
  }

  mutating func staged(isLast: Bool) {
    guard case .open(var open) = phase else { return }
    open.isPartial = !isLast
    phase = .open(open)
  }

  // MARK: - The user

  /// Handles a user's edit, and begins an update if it can be shown immediately.
  mutating func edited<Shown, Report>(
    _ edit: Edit, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks(),
    on screen: inout ScreenMachine<Shown, Report>
  ) -> ShowDecision {
    guard case .open(var open) = phase else { return .refused }
    let isFirst = screen.begin()
    if isFirst { open.show(edit, at: time, marks) } else { open.queued.append((edit, time, marks)) }
    phase = .open(open)
    return isFirst ? .show : .queued
  }

  /// Returns the next edit that waited for the current update, to be shown as part of this update.
  mutating func nextEdit() -> Edit? {
    guard case .open(var open) = phase, !open.queued.isEmpty else { return nil }
    let (edit, time, marks) = open.queued.removeFirst()
    open.show(edit, at: time, marks)
    phase = .open(open)
    return edit
  }

  // MARK: - The end

  /// Ends the binding, and discards edits that have not been shown.
  ///
  /// - Returns: `false` if the binding has already ended. The binding then keeps its first reason.
  mutating func end(_ reason: EndReason) -> Bool {
    guard case .open(let open) = phase else { return false }
    phase = .ended(reason, unmerged: open.unmerged)
    return true
  }
}

extension BindingMachine.Open {
  fileprivate mutating func show(_ edit: Edit, at time: ContinuousClock.Instant, _ marks: InboxMarks) {
    editCount += 1
    unmerged.append(UnmergedChange(number: editCount, edit: edit, time: time, marks: marks))
  }
}

extension BindingMachine.Decision: Equatable where Edit: Equatable {}
