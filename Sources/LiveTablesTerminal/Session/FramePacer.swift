/// Decides when to draw a frame.
///
/// After a change, a frame is drawn shortly afterwards, at a limited frame rate. After a key press, a frame is drawn
/// immediately. No frame is drawn while the terminal is busy with the previous frame.
struct FramePacer: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Action: Hashable, Sendable {
    case draw
    /// Call `next` again at this time, or after an event.
    case wait(until: Instant)
    /// Call `next` again after an event.
    case rest
  }

  /// The minimum time between two frames if no key is pressed.
  static let interval = Duration.milliseconds(33)
  /// The time between two frames of fading marks.
  static let fadeInterval = Duration.milliseconds(250)

  private enum Need: Comparable {
    case none, fade, change, key
  }

  /// The maximum time for which a frame is delayed until the rest of a change arrives.
  static let longestHold = Duration.milliseconds(100)
  /// The time after which a delayed frame is checked again.
  static let holdInterval = Duration.milliseconds(5)

  private var need = Need.none
  private var lastFrame: Instant?
  /// The time since which a frame has been delayed until the rest of a change arrives, or `nil`.
  private var heldSince: Instant?

  mutating func changed() { need = max(need, .change) }

  /// Handles a key press, or a change of the terminal, for which the user is waiting.
  mutating func pressed() { need = .key }

  /// Handles the start of a frame, so that later changes require a new frame.
  mutating func draws(at now: Instant) {
    lastFrame = now
    heldSince = nil
    need = .none
  }

  /// Requests another frame, because the current frame contains marks that will fade.
  mutating func fades() { need = max(need, .fade) }

  func next(at now: Instant, isOutputBusy: Bool) -> Action {
    if need == .none || isOutputBusy { return .rest }
    guard let lastFrame, need != .key else { return .draw }
    let due = lastFrame + (need == .fade ? Self.fadeInterval : Self.interval)
    return due <= now ? .draw : .wait(until: due)
  }

  /// Returns the next action, and delays a frame while the rest of a change is expected.
  mutating func next(at now: Instant, isOutputBusy: Bool, isHalfway: Bool) -> Action {
    let action = next(at: now, isOutputBusy: isOutputBusy)
    guard action == .draw, isHalfway else { return action }
    let since = heldSince ?? now
    heldSince = since
    return now - since < Self.longestHold ? .wait(until: now + Self.holdInterval) : .draw
  }
}
