/// Decides when a frame is drawn: soon after a change but not more often than the eye can follow, at once after a key,
/// and never while the terminal still takes in the last one.
struct FramePacer: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// What to do now.
  enum Action: Hashable, Sendable {
    /// Draw a frame.
    case draw
    /// Ask again at this time, if nothing happens before.
    case wait(until: Instant)
    /// Ask again when something has happened.
    case rest
  }

  /// The least time between two frames that no key asked for.
  static let interval = Duration.milliseconds(33)
  /// The time between two frames of marks that fade.
  static let fadeInterval = Duration.milliseconds(250)

  private enum Need: Comparable {
    case none, fade, change, key
  }

  /// How long a frame may be held, where the rest of a change does not come.
  static let longestHold = Duration.milliseconds(100)
  /// The time after which a frame that is held is looked at again.
  static let holdInterval = Duration.milliseconds(5)

  private var need = Need.none
  private var lastFrame: Instant?
  /// Since when a frame is due that is not drawn, because the change is not complete.
  private var heldSince: Instant?

  /// What is shown has changed.
  mutating func changed() { need = max(need, .change) }

  /// A key was pressed, or the terminal is another: the user is waiting.
  mutating func pressed() { need = .key }

  /// A frame is about to be composed: what changes meanwhile is for the next one.
  mutating func draws(at now: Instant) {
    lastFrame = now
    heldSince = nil
    need = .none
  }

  /// Some parts of the last frame will fade.
  mutating func fades() { need = max(need, .fade) }

  /// What to do now.
  func next(at now: Instant, isOutputBusy: Bool) -> Action {
    if need == .none || isOutputBusy { return .rest }
    guard let lastFrame, need != .key else { return .draw }
    let due = lastFrame + (need == .fade ? Self.fadeInterval : Self.interval)
    return due <= now ? .draw : .wait(until: due)
  }

  /// What to do now, where what is to be drawn may be between two states: one frame for one change.
  mutating func next(at now: Instant, isOutputBusy: Bool, isHalfway: Bool) -> Action {
    let action = next(at: now, isOutputBusy: isOutputBusy)
    guard action == .draw, isHalfway else { return action }
    let since = heldSince ?? now
    heldSince = since
    return now - since < Self.longestHold ? .wait(until: now + Self.holdInterval) : .draw
  }
}
