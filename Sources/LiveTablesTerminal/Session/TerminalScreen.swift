#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The content of a screen, which also handles keys.
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
}

extension ScreenContent {
  var takesSuspension: Bool { false }
}

/// Passes the keys of a terminal to the content, and draws frames when they are due.
@MainActor final class TerminalScreen {
  private let session: TerminalSession
  private var decoder = KeyDecoder()
  private(set) var pacer = FramePacer()
  private var buffer: ScreenBuffer
  private var escapeDeadline: ContinuousClock.Instant?

  /// Opens a terminal, which is restored when ``run(_:)`` returns.
  init(_ terminal: Terminal, palette: Palette? = nil, takesMouse: Bool = false, isLight: Bool? = nil)
    throws(TerminalError)
  {
    session = try TerminalSession(terminal, takesMouse: takesMouse)
    buffer = ScreenBuffer(palette: palette ?? Palette(environment: environment, isLight: isLight))
  }

  func setNeedsDisplay() {
    pacer.changed()
    let action = pacer.next(at: .now, isOutputBusy: session.isBusy)
    if case .wait(let until) = action { session.wake(at: until) } else { session.wake(at: .now) }
  }

  /// Sends a control sequence that is not part of a frame.
  func send(_ sequence: String) { session.write(Array(sequence.utf8)) }

  /// Shows the content until a key press, a signal, or a cancellation ends it, and then restores the terminal.
  func run(_ content: some ScreenContent) async -> TerminalExit {
    defer { session.close() }
    if buffer.palette.dependsOnBackground { session.ask(ControlSequences.askForBackground) }
    pacer.pressed()
    proceed(content)
    for await event in session.events {
      if let exit = take(event, content) { return exit }
      proceed(content)
    }
    return .cancelled
  }

  private func take(_ event: TerminalSession.Event, _ content: some ScreenContent) -> TerminalExit? {
    switch event {
    case .input(let bytes):
      if !press(decoder.decode(bytes), content) { return .quit }
      escapeDeadline = decoder.patience.map { .now + $0 }
      if buffer.palette.dependsOnBackground, let isLight = decoder.isLight { adopt(isLight) }
    case .tick:
      guard let deadline = escapeDeadline, deadline <= .now else { break }
      escapeDeadline = nil
      if let key = decoder.timeout(), !press([key], content) { return .quit }
    case .writable:
      session.flush()
    case .resized:
      // Also necessary if the size is unchanged, because truncated content is lost.
      redraw()
    case .suspended where content.takesSuspension:
      if !press([.control("z")], content) { return .quit }
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

  private func press(_ keys: [Key], _ content: some ScreenContent) -> Bool {
    for key in keys {
      if key == .control("l") { redraw() } else { pacer.pressed() }
      if !content.press(key) { return false }
      session.takesInterrupt = content.takesInterrupt
    }
    return true
  }

  /// Handles the terminal's reply about its background color.
  private func adopt(_ isLight: Bool) {
    session.noteAnswer()
    buffer.palette.dependsOnBackground = false
    guard isLight else { return }
    buffer.palette.means = .light
    redraw()
  }

  /// Redraws everything, because another program has drawn on the terminal.
  private func redraw() {
    buffer.invalidate()
    pacer.pressed()
  }

  /// Draws a frame if it is due, or schedules the next turn of the event loop.
  private func proceed(_ content: some ScreenContent) {
    session.takesInterrupt = content.takesInterrupt
    var action = pacer.next(at: .now, isOutputBusy: session.isBusy, isHalfway: content.isHalfway)
    if action == .draw {
      let now = ContinuousClock.now
      let size = session.size
      pacer.draws(at: now)
      session.write(buffer.update(to: content.lines(for: size, at: now), size: size))
      if content.isFading(at: now) { pacer.fades() }
      action = pacer.next(at: .now, isOutputBusy: session.isBusy)
    }
    var deadline = escapeDeadline
    if case .wait(let until) = action { deadline = min(until, deadline ?? until) }
    if let deadline { session.wake(at: deadline) }
  }
}

private func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
