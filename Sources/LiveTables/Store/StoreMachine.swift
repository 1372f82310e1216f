/// The target table of a store, and which callers wait for it to be shown.
///
/// Pure: every event answers with what to do; it knows no view, no task and no continuation.
///
///     detached ──attach──► open ──finish──► finishing ──(nothing left to show)──► closed
///         ▲                 │                                                       ▲
///         └──close (own)────┴──close (made for one view)────────────────────────────┘
///
/// A store made for one view begins in `open` and closes for good, unless another view was bound to it: then it waits for
/// that one. A store that outlives its views begins in `detached`, and returns there whenever its view goes.
///
/// `Note` is what an order carries besides its table, until some order is on screen: edits that found nothing, rows to
/// refresh.
struct StoreMachine<Target, Note: MergeableNote> {
  enum Phase: Equatable {
    /// No view. What is submitted is accepted at once and counts as shown.
    case detached
    /// A view shows the target, or will soon: a store made for one view waits for it here, without a session.
    case open(session: Int?)
    /// No more submissions; the target is still to be shown.
    case finishing(session: Int?)
    /// Nothing happens any more.
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

  private struct Noted {
    var version: Int
    var note: Note
  }

  let outlivesViews: Bool
  private(set) var phase: Phase
  private(set) var target: Target
  /// Counts every change of `target`.
  private(set) var version = 0
  /// The newest version that was on screen.
  private(set) var acknowledged = 0
  /// Whether the view has shown a table.
  private var hasShown = true
  private(set) var waiting = WaitingCallers()
  private var tables = 0
  private var acknowledgedTables = 0
  private var newestTable = 0
  private var newestNews = 0
  /// When the newest table of a sequence came: it replaces what users did until then.
  private(set) var replaced: ContinuousClock.Instant?
  /// The users' edits that the source has made in that table.
  private(set) var marks = InboxMarks()
  private var notes: [Noted] = []
  /// The version of the newest order, unless that was put off.
  private var told = -1
  private(set) var newestSession = 0
  /// How many views have gone, also of those that were replaced before they came.
  private(set) var closings = 0
  /// For each session that has not been closed, the number of the last user's edit that was merged.
  private var merged: [Int: Int] = [:]

  /// Creates a store that belongs to the one view that will attach, or that outlives its views.
  ///
  /// - Parameter isShown: Whether the one view shows `first` already, or has nothing to show yet.
  init(_ first: Target, outlivesViews: Bool, isShown: Bool = true) {
    target = first
    self.outlivesViews = outlivesViews
    phase = outlivesViews ? .detached : .open(session: nil)
    if !isShown { countTable() }
  }

  /// The session of the view that shows the target.
  var session: Int? {
    switch phase {
    case .open(let session), .finishing(let session): session
    case .detached, .closed: nil
    }
  }

  /// Whether a sequence is read, and submissions wait.
  var isOpen: Bool { if case .open = phase { true } else { false } }

  // MARK: - Submissions

  /// A table that replaces all there was.
  mutating func submit(_ table: Target, notes: [Note] = []) -> Admission {
    admit {
      $0.target = table
      $0.countTable()
      $0.note(notes)
    }
  }

  /// Takes the target with an edit in it.
  mutating func edit(_ edited: Target, notes: [Note]) -> Admission {
    admit {
      $0.target = edited
      $0.version += 1
      $0.newestNews = $0.version
      $0.note(notes)
    }
  }

  /// Takes a table of the sequence, for which no caller waits.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - time: When it came. It replaces what users did until then, also what comes to the store only now.
  ///   - marks: The users' edits that the source has made in it.
  ///   - notes: What is to be told with it.
  /// - Returns: False if the sequence is no longer read.
  mutating func offer(
    _ table: Target, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks(), notes: [Note] = []
  ) -> Bool {
    guard isOpen else { return false }
    target = table
    replaced = time
    self.marks = marks
    countTable()
    note(notes)
    return true
  }

  /// Learns that the table of the sequence has stayed what it was, although edits were made in the source.
  ///
  /// - Returns: False if the sequence is no longer read.
  mutating func offerAgain(at time: ContinuousClock.Instant, marks: InboxMarks) -> Bool {
    guard isOpen else { return false }
    replaced = time
    self.marks = marks
    return true
  }

  /// The caller stops waiting.
  ///
  /// - Returns: False if it has been answered.
  mutating func forget(_ ticket: Ticket) -> Bool { waiting.remove(ticket) }

  private mutating func admit(_ change: (inout Self) -> Void) -> Admission {
    switch phase {
    case .closed(let reason): return .refused(reason)
    case .finishing: return .refused(.finished)
    case .detached:
      change(&self)
      countAsShown()
      return .accepted
    case .open:
      change(&self)
      return .waits(waiting.add(for: version))
    }
  }

  /// A version was accepted without a view, but one is on its way: the caller may wait for that after all.
  ///
  /// - Returns: `nil` if that view shows it already.
  mutating func wait(for version: Int) -> Ticket? {
    switch phase {
    case .closed: nil
    case .detached: waiting.add(for: version)
    case .open, .finishing: hasShown && acknowledged >= version ? nil : waiting.add(for: version)
    }
  }

  private mutating func countTable() {
    version += 1
    tables += 1
    newestTable = version
    newestNews = version
  }

  private mutating func countAsShown() {
    acknowledgedTables = tables
    notes = []
  }

  private mutating func note(_ new: [Note]) {
    for note in new {
      // Of each kind that takes in later ones there is one among the last few, however long a view is busy; besides what
      // an order has told already, which is not to be told again.
      if let index = notes.indices.suffix(3).last(where: { notes[$0].version > told && notes[$0].note.merge(note) }) {
        notes[index].version = version
      } else {
        notes.append(Noted(version: version, note: note))
      }
    }
  }

  // MARK: - The user's own edits

  /// The edits of a view that are not in the target yet.
  func news<Edit>(in edits: [UnmergedEdit<Edit>], of session: Int) -> [UnmergedEdit<Edit>] {
    guard let merged = lastMerged(of: session) else { return [] }
    if case .closed = phase { return [] }
    return edits.filter { $0.number > merged }
  }

  /// The number of a view's last edit that was merged: zero for a view that is on its way, `nil` for one that has gone.
  private func lastMerged(of session: Int) -> Int? { merged[session] ?? (session > newestSession ? 0 : nil) }

  /// Takes the target with a view's own edits in it, up to a number.
  ///
  /// They are on screen already.
  mutating func merge(_ edited: Target, upTo number: Int, of session: Int, notes: [Note]) {
    guard let known = lastMerged(of: session) else { preconditionFailure("an edit of a view that has been let go") }
    precondition(number > known, "an edit merged twice")
    merged[session] = number
    target = edited
    version += 1
    if !notes.isEmpty { newestNews = version }
    note(notes)
    if phase == .detached { countAsShown() }
  }

  // MARK: - The loop

  /// A view comes, and takes the place of the one before.
  ///
  /// - Parameter number: The view's, in the order in which views were bound, from one; to be given with every later event.
  /// - Returns: Whether it is the newest. One that was bound earlier may come later; it is replaced already.
  mutating func attach(as number: Int) -> Bool {
    guard number > newestSession else { return false }
    // Those that were bound before and have yet to come have edits, too.
    for bound in stride(from: newestSession + 1, through: number, by: 1) { merged[bound] = merged[bound] ?? 0 }
    newestSession = number
    switch phase {
    case .detached, .open: phase = .open(session: number)
    case .finishing: phase = .finishing(session: number)
    case .closed: break
    }
    if outlivesViews || number > 1 {
      acknowledged = version - 1  // whatever there is, this view has yet to show it
      hasShown = false
    }
    return true
  }

  mutating func next(for session: Int) -> Next {
    switch phase {
    case .closed(let reason): return .done(reason)
    case .open(session), .finishing(session):
      if version > acknowledged {
        told = version
        return .show(order(for: session))
      }
      return isOpen ? .wait : .done(.finished)
    case .detached, .open, .finishing: return .done(.replaced)
    }
  }

  private func order(for session: Int) -> Order {
    // Mostly there are no notes, and generic code and key paths cost more than to look.
    Order(
      target: target, session: session, version: version, tables: tables, newestTable: newestTable,
      superseded: max(0, tables - acknowledgedTables - 1), isNews: newestNews > acknowledged,
      merged: merged[session] ?? 0, replaced: replaced, marks: marks, notes: notes.isEmpty ? [] : notes.map { $0.note })
  }

  /// An order is on screen: it answers all who waited for it or for an older version.
  mutating func acknowledge(_ order: Order) -> [Reply] {
    guard order.session == session else { return [] }
    hasShown = true
    acknowledged = max(acknowledged, order.version)
    acknowledgedTables = max(acknowledgedTables, order.tables)
    if !notes.isEmpty { notes.removeAll { $0.version <= order.version } }
    return waiting.answer(shown: order.version, newestTable: order.newestTable)
  }

  /// The view is busy: nothing of an order was told, and what comes meanwhile may be told with it.
  mutating func putOff(_ order: Order) {
    if order.session == session { told = acknowledged }
  }

  // MARK: - Ends

  /// No more submissions; the target is still shown.
  mutating func finish() {
    if case .open(let session) = phase { phase = .finishing(session: session) }
  }

  /// A view goes, and the store with it if it was made for one view.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - session: The view's number.
  ///   - lastBound: The number of the view that was bound last; it comes, if it has not.
  /// - Returns: Answers for all who wait, unless another view is there, or takes over a store made for one view.
  mutating func close(_ reason: EndReason, of session: Int, lastBound: Int = 0) -> [Reply] {
    merged[session] = nil
    closings += 1
    guard session == self.session || phase == .detached else { return [] }
    if outlivesViews {
      phase = .detached
      countAsShown()
      return waiting.answerAll(.accepted)
    }
    if lastBound > newestSession {
      phase = isOpen ? .open(session: nil) : .finishing(session: nil)
      return []
    }
    phase = .closed(reason)
    return waiting.answerAll(.ended(reason))
  }
}

extension StoreMachine.Next: Sendable where Target: Sendable, Note: Sendable {}
extension StoreMachine.Next: Equatable where Target: Equatable, Note: Equatable {}
