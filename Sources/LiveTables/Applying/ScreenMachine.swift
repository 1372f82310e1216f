/// What a view shows, and whether that may change now.
///
/// Pure, and owned by the main actor alone: this is the truth.
///
///     idle ⇄ performing         ended: from both, for good
///
/// - `idle`: the view is at rest, what is shown may change.
/// - `performing`: the view is being told of a change; nothing else may be shown before it is through.
/// - `ended`: nothing is shown any more. A change that the view is being told of when the end comes is still completed.
struct ScreenMachine<Shown, Edit> {
  /// What was shown, and when: the base of a difference.
  ///
  /// It still holds if its stamp is the screen's.
  struct Base {
    let shown: Shown
    let stamp: Int
  }

  /// What is shown, and the users' edits in it that the store may not know yet.
  struct Screen {
    let base: Base
    let untold: [Untold<Edit>]
  }

  enum Phase: Equatable {
    case idle
    case performing
    case ended(EndReason)
  }

  enum Decision {
    /// Tell the view, then call `performed` for every change and `settled` once. Users' edits that the store does not
    /// know yet go on top of a table that is shown without a base.
    case perform(onTop: [Edit])
    /// The base is not what is shown, or the store does not know of edits that are.
    case stale(Base, untold: [Untold<Edit>])
    /// Not now: a drag is on, or a batch. The loop is woken when it is over.
    case deferred
    case ended(EndReason)
  }

  enum EditDecision: Equatable {
    /// Show it, then call `performed` for every change and `settled` once.
    case show
    /// A batch is on; `settled` hands the edit out.
    case queued
    case refused
  }

  enum Settlement {
    /// Show this edit now; the phase is still `performing`.
    case show(Edit)
    /// At rest. Wake the loop if it was put off.
    case idle(wakesLoop: Bool)
  }

  private(set) var phase: Phase
  private(set) var shown: Shown
  /// Counts every single change of what is shown; this is what a base is checked by.
  private(set) var stamp = 0
  /// Counts the tables and the users' edits that were shown, however many changes each took.
  private(set) var revision: Int
  /// On screen, but the store does not know them yet.
  private(set) var untold: [Untold<Edit>] = []
  private(set) var isInteracting: Bool
  private var queued: [Edit] = []
  private var edits = 0
  private var wasPutOff = false

  /// Creates the machine of a view that may be in the middle of something already.
  init(_ shown: Shown, revision: Int = 0, isInteracting: Bool = false, isPerforming: Bool = false) {
    self.shown = shown
    self.revision = revision
    self.isInteracting = isInteracting
    phase = isPerforming ? .performing : .idle
  }

  var base: Base { Base(shown: shown, stamp: stamp) }
  var screen: Screen { Screen(base: base, untold: untold) }

  // MARK: - The loop

  /// May a change that was made for a base be shown now? A reload needs no base.
  ///
  /// - Parameters:
  ///   - base: The stamp of the base, or `nil`.
  ///   - told: The number of the last user's edit that the store had merged when it was asked for this change.
  mutating func begin(base: Int?, told: Int) -> Decision {
    if case .ended(let reason) = phase { return .ended(reason) }
    if putsOff() { return .deferred }
    untold.removeAll { $0.serial <= told }
    if let base, base != stamp || !untold.isEmpty { return .stale(self.base, untold: untold) }
    phase = .performing
    return .perform(onTop: untold.map(\.edit))
  }

  /// Whether a change would be deferred now.
  ///
  /// If so, the loop is woken when it would not.
  mutating func putsOff() -> Bool {
    let isBusy = phase == .performing || (phase == .idle && isInteracting)
    if isBusy { wasPutOff = true }
    return isBusy
  }

  /// The view has been told of a change.
  mutating func performed(_ shown: Shown) {
    if phase == .idle { preconditionFailure("a change without a turn") }
    self.shown = shown
    stamp += 1
  }

  /// All of a table or an edit is on screen; that is a revision.
  mutating func completed() -> Int {
    revision += 1
    return revision
  }

  /// The view is at rest.
  mutating func settled() -> Settlement {
    guard phase == .performing else {
      queued = []
      return .idle(wakesLoop: false)
    }
    if queued.isEmpty {
      phase = .idle
      return .idle(wakesLoop: wake())
    }
    let edit = queued.removeFirst()
    admit(edit)
    return .show(edit)
  }

  // MARK: - The user

  /// The user changes a row.
  mutating func edited(_ edit: Edit) -> EditDecision {
    switch phase {
    case .ended: return .refused
    case .performing:
      queued.append(edit)
      return .queued
    case .idle:
      phase = .performing
      admit(edit)
      return .show
    }
  }

  private mutating func admit(_ edit: Edit) {
    edits += 1
    untold.append(Untold(serial: edits, edit: edit))
  }

  /// A drag begins or ends.
  ///
  /// True: wake the loop, it was put off.
  mutating func interacting(_ isOn: Bool) -> Bool {
    isInteracting = isOn
    return phase == .idle && !isOn && wake()
  }

  private mutating func wake() -> Bool {
    guard wasPutOff, !isInteracting else { return false }
    wasPutOff = false
    return true
  }

  // MARK: - The end

  /// True the first time.
  mutating func end(_ reason: EndReason) -> Bool {
    if case .ended = phase { return false }
    phase = .ended(reason)
    return true
  }
}

extension ScreenMachine.Base: Sendable where Shown: Sendable {}
extension ScreenMachine.Screen: Sendable where Shown: Sendable, Edit: Sendable {}
extension ScreenMachine.Base: Equatable where Shown: Equatable {}
extension ScreenMachine.Decision: Equatable where Shown: Equatable, Edit: Equatable {}
extension ScreenMachine.Settlement: Equatable where Edit: Equatable {}
