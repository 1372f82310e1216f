import Foundation

@MainActor protocol ScreenContent: AnyObject {
  func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine]

  func isFading(at now: ContinuousClock.Instant) -> Bool

  /// Whether the content is in an intermediate state, in which case the rest of the change follows shortly.
  var isHalfway: Bool { get }

  /// Whether Control-C is currently a regular key, which only cancels the current input.
  var takesInterrupt: Bool { get }

  /// Whether Control-Z is currently a regular key, which does not suspend the process.
  var takesSuspension: Bool { get }

  /// Handles a key.
  ///
  /// - Returns: `false` to end the session.
  func press(_ key: Key) -> Bool

  func handle(_ mouse: MouseEvent)
}

extension ScreenContent {
  var takesSuspension: Bool { false }

  func handle(_ mouse: MouseEvent) {}
}

/// Passes the input of a terminal to the content, and draws frames when they are due.
@MainActor final class TerminalScreen {
  private let session: TerminalSession
  private var decoder = KeyDecoder()
  private(set) var pacer = FramePacer()
  private var buffer: ScreenBuffer
  /// The time at which the decoder ends an unfinished sequence.
  private var sequenceDeadline: ContinuousClock.Instant?

  /// Opens a terminal, which is restored when ``run(_:)`` returns.
  init(_ terminal: Terminal, palette: Palette? = nil, takesMouse: Bool = false, isLight: Bool? = nil)
    throws(TerminalError)
  {
    session = try TerminalSession(terminal, takesMouse: takesMouse)
    buffer = ScreenBuffer(palette: palette ?? Palette(environment: environment, isLight: isLight))
  }

  func setNeedsDisplay() {
    pacer.request(.change)
    let action = pacer.next(at: .now, isOutputBusy: session.isBusy)
    if case .wait(let until) = action { session.wake(at: until) } else { session.wake(at: .now) }
  }

  func send(_ sequence: String) { session.write(Array(sequence.utf8)) }

  /// Shows the content until a key press, a signal, or a cancellation ends it, and then restores the terminal.
  func run(_ content: some ScreenContent) async -> TerminalExit {
    defer { session.close() }
    if buffer.palette.dependsOnBackground { session.query(ControlSequences.queryBackground) }
    pacer.request(.key)
    drawIfDue(content)
    for await event in session.events {
      if let exit = handle(event, content) { return exit }
      drawIfDue(content)
    }
    return .cancelled
  }

  /// Handles an event, and returns a reason if it ends the view.
  private func handle(_ event: TerminalSession.Event, _ content: some ScreenContent) -> TerminalExit? {
    switch event {
    case .input(let bytes):
      for input in decoder.decode(bytes) {
        if let exit = handle(input, content) { return exit }
      }
      sequenceDeadline = decoder.timeout.map { .now + $0 }
      if buffer.palette.dependsOnBackground, let isLight = decoder.isLight { setBackground(isLight: isLight) }
    case .tick:
      guard let deadline = sequenceDeadline, deadline <= .now else { break }
      sequenceDeadline = nil
      return decoder.endSequence().flatMap { handle(.key($0), content) }
    case .writable:
      session.flush()
    case .resized:
      // Also necessary if the size is unchanged, because truncated content is lost.
      redraw()
    case .suspended where content.takesSuspension:
      return handle(.key(.control("z")), content)
    case .suspended:
      session.suspend()
      redraw()
    case .resumed:
      session.enter()
      redraw()
    case .ended(let exit):
      return exit
    }
    return nil
  }

  private func handle(_ input: InputEvent, _ content: some ScreenContent) -> TerminalExit? {
    if input == .key(.control("l")) { redraw() } else { pacer.request(.key) }
    switch input {
    case .mouse(let mouse): content.handle(mouse)
    case .key(let key):
      guard content.press(key) else { return .quit }
    }
    session.takesInterrupt = content.takesInterrupt
    return nil
  }

  private func setBackground(isLight: Bool) {
    session.endQuery()
    buffer.palette.dependsOnBackground = false
    guard isLight else { return }
    buffer.palette.means = .light
    redraw()
  }

  private func redraw() {
    buffer.invalidate()
    pacer.request(.key)
  }

  /// Draws a frame if it is due, or schedules the next turn of the event loop.
  private func drawIfDue(_ content: some ScreenContent) {
    session.takesInterrupt = content.takesInterrupt
    var action = pacer.next(at: .now, isOutputBusy: session.isBusy, isHalfway: content.isHalfway)
    if action == .draw {
      let now = ContinuousClock.now
      let size = session.size
      pacer.beginFrame(at: now)
      session.write(buffer.update(to: content.lines(for: size, at: now), size: size))
      if content.isFading(at: now) { pacer.request(.fade) }
      action = pacer.next(at: .now, isOutputBusy: session.isBusy)
    }
    var deadline = sequenceDeadline
    if case .wait(let until) = action { deadline = min(until, deadline ?? until) }
    if let deadline { session.wake(at: deadline) }
  }
}

private func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
