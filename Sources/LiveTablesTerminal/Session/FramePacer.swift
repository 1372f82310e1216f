/// Decides when to draw a frame.
///
/// After a change, a frame is drawn shortly afterwards, at a limited frame rate. After a key press, a frame is drawn
/// immediately. No frame is drawn while the terminal is busy with the previous frame.
struct FramePacer: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The reason for a frame, in ascending order of urgency.
  enum Reason: Comparable, Sendable {
    case fade
    case change
    /// The user is waiting after a key press, or after a change of the terminal.
    case key
  }

  enum Action: Hashable, Sendable {
    case draw
    /// Call `next` again at this time, or after an event.
    case wait(until: Instant)
    case idle
  }

  /// The minimum time between two frames if no key is pressed.
  static let interval = Duration.milliseconds(33)
  static let fadeInterval = Duration.milliseconds(250)
  /// The maximum time for which a frame is delayed until the rest of a change arrives.
  static let longestHold = Duration.milliseconds(100)
  static let holdInterval = Duration.milliseconds(5)

  private var reason: Reason?
  private var lastFrame: Instant?
  /// The time since which a frame has been delayed until the rest of a change arrives, or `nil`.
  private var heldSince: Instant?

  mutating func request(_ reason: Reason) { self.reason = max(self.reason ?? reason, reason) }

  /// Handles the start of a frame, so that later changes require a new frame.
  mutating func beginFrame(at now: Instant) {
    lastFrame = now
    heldSince = nil
    reason = nil
  }

  func next(at now: Instant, isOutputBusy: Bool) -> Action {
    guard let reason, !isOutputBusy else { return .idle }
    guard let lastFrame, reason != .key else { return .draw }
    let due = lastFrame + (reason == .fade ? Self.fadeInterval : Self.interval)
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
