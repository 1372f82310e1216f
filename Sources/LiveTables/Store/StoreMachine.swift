/// The target table of a store, and the callers that wait for a view to show it.
///
/// A pure state machine: every event returns the action to perform. It does not depend on views, tasks or
/// continuations.
///
///     detached ──attach──► open ──finish──► finishing ──(nothing left to show)──► closed
///         ▲                 │                                                       ▲
///         └──close (own)────┴──close (made for one view)────────────────────────────┘
///
/// A store created for one view starts in `open`. When that view is released, the store closes permanently, unless
/// another view was bound to it. A store that outlives its views starts in `detached`, and returns to this state when
/// its view is released.
///
/// A `Note`, such as an edit whose row was not found, accompanies the target until the view shows it.
struct StoreMachine<Target, Note: MergeableNote> {
  enum Phase: Equatable {
    /// The store has no view. Submitted tables are accepted immediately and count as shown.
    case detached
    /// A view shows the target, or is about to show it. A store created for one view waits for the view in this state,
    /// without a number.
    case open(bindingNumber: Int?)
    /// The store accepts no more submissions, but the view still shows the target.
    case finishing(bindingNumber: Int?)
    case closed(EndReason)
  }

  typealias Ticket = WaitingCallers.Ticket
  typealias Admission = WaitingCallers.Admission
  typealias Reply = WaitingCallers.Reply
  typealias Order = StoreOrder<Target, Note>

  enum Next {
    case show(Order)
    case wait
    case done(EndReason)
  }

  let outlivesViews: Bool
  private(set) var phase: Phase
  /// The table that views should show, or `nil` until the sequence has produced its first table.
  private(set) var target: Target?
  private(set) var version = 0
  /// The newest version that has been on screen.
  private(set) var shownVersion = 0
  /// Whether the attached view has shown a table of this store.
  private var viewHasShownTable = true
  private(set) var waiting = WaitingCallers()
  /// The number of submitted tables.
  private var tableCount = 0
  /// The number of tables that were submitted before the last shown request.
  private var shownTableCount = 0
  private var newestTableVersion = 0
  /// The version of the newest change other than the user's own edits, which are on screen when the store merges them.
  private var newestNewsVersion = 0
  /// The time at which the sequence produced its newest table, which replaces the user's earlier edits.
  private(set) var newestTableTime: ContinuousClock.Instant?
  /// The users' edits that the source has applied to the sequence's newest table.
  private(set) var marks = InboxMarks()
  private var notes: [(version: Int, note: Note)] = []
  /// The version of the newest request that the view did not defer.
  private var reportedVersion = -1
  /// The number of the newest binding whose view has attached.
  private(set) var newestBindingNumber = 0
  /// The number of closed views, including views that were replaced before they attached.
  private(set) var closedBindingCount = 0
  /// For each open binding, the number of the last user edit that the store has merged.
  private var lastMergedEdits: [Int: Int] = [:]

  /// - Parameters:
  ///   - isShown: Whether the single view already shows `first`, or has nothing to show yet.
  init(_ first: Target?, outlivesViews: Bool, isShown: Bool = true) {
    target = first
    self.outlivesViews = outlivesViews
    phase = outlivesViews ? .detached : .open(bindingNumber: nil)
    if !isShown { countTable() }
  }

  var bindingNumber: Int? {
    switch phase {
    case .open(let bindingNumber), .finishing(let bindingNumber): bindingNumber
    case .detached, .closed: nil
    }
  }

  /// Whether the store reads the sequence, and submissions wait for the view.
  var isOpen: Bool { if case .open = phase { true } else { false } }

  // MARK: - Submissions

  mutating func submit(_ table: Target, notes: [Note] = []) -> Admission {
    admit {
      $0.target = table
      $0.countTable()
      $0.note(notes)
    }
  }

  mutating func edit(_ edited: Target, notes: [Note]) -> Admission {
    admit {
      $0.target = edited
      $0.version += 1
      $0.newestNewsVersion = $0.version
      $0.note(notes)
    }
  }

  /// Submits a table from the sequence, for which no caller waits.
  ///
  /// - Parameters:
  ///   - time: The time up to which the table replaces the user's edits, including edits that reach the store later.
  ///   - marks: The users' edits that the source has applied to the table.
  /// - Returns: `false` if the store no longer reads the sequence.
  mutating func offer(
    _ table: Target, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks(), notes: [Note] = []
  ) -> Bool {
    guard isOpen else { return false }
    target = table
    newestTableTime = time
    self.marks = marks
    countTable()
    note(notes)
    return true
  }

  /// Records that the sequence's table stayed the same although users' edits were applied to its source.
  ///
  /// - Returns: `false` if the store no longer reads the sequence.
  mutating func offerAgain(at time: ContinuousClock.Instant, marks: InboxMarks) -> Bool {
    guard isOpen else { return false }
    newestTableTime = time
    self.marks = marks
    return true
  }

  mutating func forget(_ ticket: Ticket) -> Bool { waiting.remove(ticket) }

  private mutating func admit(_ change: (inout Self) -> Void) -> Admission {
    switch phase {
    case .closed(let reason): return .refused(reason)
    case .finishing: return .refused(.finished)
    case .detached:
      change(&self)
      countAsShown()
      return .withoutView
    case .open:
      change(&self)
      return .waits(waiting.add(for: version))
    }
  }

  /// Returns a ticket for a version that was accepted before a bound view attached, or `nil` if the view shows it.
  mutating func wait(for version: Int) -> Ticket? {
    switch phase {
    case .closed: nil
    case .detached: waiting.add(for: version)
    case .open, .finishing: viewHasShownTable && shownVersion >= version ? nil : waiting.add(for: version)
    }
  }

  private mutating func countTable() {
    version += 1
    tableCount += 1
    newestTableVersion = version
    newestNewsVersion = version
  }

  private mutating func countAsShown() {
    shownTableCount = tableCount
    notes = []
  }

  private mutating func note(_ new: [Note]) {
    for note in new where !mergeIntoRecent(note) { notes.append((version, note)) }
  }

  /// Merges a note into one of the last few, so that notes do not pile up while a view is busy.
  ///
  /// Notes of a request that has already been reported do not change.
  private mutating func mergeIntoRecent(_ note: Note) -> Bool {
    for index in notes.indices.suffix(3).reversed() where notes[index].version > reportedVersion {
      guard notes[index].note.merge(note) else { continue }
      notes[index].version = version
      return true
    }
    return false
  }

  // MARK: - User's edits

  /// Returns the changes made in a view that the target does not include yet.
  func news<Change>(in changes: [UnmergedChange<Change>], of bindingNumber: Int) -> [UnmergedChange<Change>] {
    guard let lastMergedEdit = lastMerged(of: bindingNumber) else { return [] }
    if case .closed = phase { return [] }
    return changes.filter { $0.number > lastMergedEdit }
  }

  /// Returns zero before the view attaches, and `nil` after it is closed.
  private func lastMerged(of bindingNumber: Int) -> Int? {
    lastMergedEdits[bindingNumber] ?? (bindingNumber > newestBindingNumber ? 0 : nil)
  }

  /// Replaces the target with a table that includes a view's changes up to a number, which the view already shows.
  mutating func merge(_ edited: Target, upTo number: Int, of bindingNumber: Int, notes: [Note]) {
    guard let lastMergedEdit = lastMerged(of: bindingNumber) else {
      preconditionFailure("an edit of a view that has been let go")
    }
    precondition(number > lastMergedEdit, "an edit merged twice")
    lastMergedEdits[bindingNumber] = number
    if target == nil { return }
    target = edited
    version += 1
    if !notes.isEmpty { newestNewsVersion = version }
    note(notes)
    if phase == .detached { countAsShown() }
  }

  // MARK: - The loop

  /// Attaches a view, replacing the previous one.
  ///
  /// - Parameter number: The number of the view in binding order, starting at one.
  /// - Returns: `false` if another view has already replaced it.
  mutating func attach(as number: Int) -> Bool {
    guard number > newestBindingNumber else { return false }
    // Views that were bound earlier and have not attached yet may also have edits.
    for bound in stride(from: newestBindingNumber + 1, through: number, by: 1) {
      lastMergedEdits[bound] = lastMergedEdits[bound] ?? 0
    }
    newestBindingNumber = number
    switch phase {
    case .detached, .open: phase = .open(bindingNumber: number)
    case .finishing: phase = .finishing(bindingNumber: number)
    case .closed: break
    }
    if outlivesViews || number > 1 {
      shownVersion = version - 1  // this view has not shown the target
      viewHasShownTable = false
    }
    return true
  }

  mutating func next(for bindingNumber: Int) -> Next {
    switch phase {
    case .closed(let reason): return .done(reason)
    case .open(let current) where current == bindingNumber, .finishing(let current) where current == bindingNumber:
      if let target, version > shownVersion {
        reportedVersion = version
        return .show(order(to: target, for: bindingNumber))
      }
      return isOpen ? .wait : .done(.finished)
    case .detached, .open, .finishing: return .done(.replaced)
    }
  }

  private func order(to target: Target, for bindingNumber: Int) -> Order {
    // Usually there are no notes, and checking is faster than generic code with key paths.
    Order(
      target: target, bindingNumber: bindingNumber, version: version, tableCount: tableCount,
      newestTableVersion: newestTableVersion,
      superseded: max(0, tableCount - shownTableCount - 1), isNews: newestNewsVersion > shownVersion,
      lastMergedEdit: lastMergedEdits[bindingNumber] ?? 0, replacementTime: newestTableTime, marks: marks,
      notes: notes.isEmpty ? [] : notes.map { $0.note })
  }

  /// Handles a request that the view has shown, and answers callers that wait for its version or an older one.
  mutating func acknowledge(_ order: Order) -> [Reply] {
    guard order.bindingNumber == bindingNumber else { return [] }
    viewHasShownTable = true
    shownVersion = max(shownVersion, order.version)
    shownTableCount = max(shownTableCount, order.tableCount)
    if !notes.isEmpty { notes.removeAll { $0.version <= order.version } }
    return waiting.answer(shown: order.version, newestTableVersion: order.newestTableVersion)
  }

  /// Handles a request that the view has deferred without reporting its notes, so that later notes can be merged.
  mutating func putOff(_ order: Order) {
    if order.bindingNumber == bindingNumber { reportedVersion = shownVersion }
  }

  // MARK: - Ends

  /// Stops accepting submissions.
  ///
  /// The target is still shown.
  mutating func finish() {
    if case .open(let bindingNumber) = phase { phase = .finishing(bindingNumber: bindingNumber) }
  }

  /// Closes a view, and also the store if it was created for this view.
  ///
  /// - Parameters:
  ///   - lastBound: The number of the most recently bound view, which is about to attach if it has not attached yet.
  /// - Returns: The answers for all waiting callers, or an empty array if the store has another view.
  mutating func close(_ reason: EndReason, of bindingNumber: Int, lastBound: Int = 0) -> [Reply] {
    lastMergedEdits[bindingNumber] = nil
    closedBindingCount += 1
    guard bindingNumber == self.bindingNumber || phase == .detached else { return [] }
    if outlivesViews {
      phase = .detached
      countAsShown()
      return waiting.answerAll(.viewClosed)
    }
    if lastBound > newestBindingNumber {
      phase = isOpen ? .open(bindingNumber: nil) : .finishing(bindingNumber: nil)
      return []
    }
    phase = .closed(reason)
    return waiting.answerAll(.ended(reason))
  }
}

extension StoreMachine.Next: Sendable where Target: Sendable, Note: Sendable {}
extension StoreMachine.Next: Equatable where Target: Equatable, Note: Equatable {}
