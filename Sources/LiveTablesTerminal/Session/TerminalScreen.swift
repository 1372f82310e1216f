#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a screen shows, and what keys do to it.
@MainActor protocol ScreenContent: AnyObject {
  /// The lines for a size, at a time.
  func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine]

  /// Whether lines will look different later although nothing happens.
  func isFading(at now: ContinuousClock.Instant) -> Bool

  /// Whether what is shown is between two states, of which the next is about to come.
  var isHalfway: Bool { get }

  /// Whether control-C is a key now, which ends nothing but what is being typed.
  var takesInterrupt: Bool { get }

  /// Takes a key.
  ///
  /// - Returns: Whether to go on.
  func press(_ key: Key) -> Bool
}

/// Runs a terminal: keys to the content, frames to the terminal, each when it is time.
@MainActor final class TerminalScreen {
  private let session: TerminalSession
  private var decoder = KeyDecoder()
  private(set) var pacer = FramePacer()
  private var buffer: ScreenBuffer
  private var escapeDeadline: ContinuousClock.Instant?

  /// Takes hold of a terminal, until ``run(_:)`` has ended.
  init(_ terminal: Terminal, palette: Palette? = nil, takesMouse: Bool = false, isLight: Bool? = nil)
    throws(TerminalError)
  {
    session = try TerminalSession(terminal, takesMouse: takesMouse)
    buffer = ScreenBuffer(palette: palette ?? Palette(environment: environment, isLight: isLight))
  }

  /// Has the content drawn again, soon.
  func setNeedsDisplay() {
    pacer.changed()
    let action = pacer.next(at: .now, isOutputBusy: session.isBusy)
    if case .wait(let until) = action { session.wake(at: until) } else { session.wake(at: .now) }
  }

  /// Sends something to the terminal that is no part of a frame.
  func send(_ sequence: String) { session.write(Array(sequence.utf8)) }

  /// Shows the content until a key, a signal or the task's cancellation ends it; then the terminal is given back.
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
      // Also where it is as large as before: what was cut off meanwhile is gone.
      redraw()
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

  /// The terminal has answered what its background is.
  private func adopt(_ isLight: Bool) {
    session.noteAnswer()
    buffer.palette.dependsOnBackground = false
    guard isLight else { return }
    buffer.palette.means = .light
    redraw()
  }

  /// Draws everything: somebody else has drawn on the terminal.
  private func redraw() {
    buffer.invalidate()
    pacer.pressed()
  }

  /// Draws if it is time, and sees to it that the loop runs again when it will be.
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

/// A variable of the environment.
private func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
