import Testing

@testable import LiveTablesTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests that run one at a time, because a process has one terminal.
@Suite(.serialized) @MainActor struct TerminalScreenTests {
  /// Screen content that shows the pressed keys and the size of the screen.
  private final class Echo: ScreenContent {
    var text = ""
    var style = Style.plain
    private(set) var frames = 0
    var takesInterrupt: Bool { text.last == "/" }

    func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
      frames += 1
      return [ScreenLine([StyledText(DisplayText("\(size.columns)x\(size.rows)[\(text)]", limit: 100), style)])]
    }

    func isFading(at now: ContinuousClock.Instant) -> Bool { false }
    var isHalfway: Bool { false }

    func press(_ key: Key) -> Bool {
      if text.hasSuffix("q") { Issue.record("a key comes after the one that ends it") }
      text += key.description
      return key != "q"
    }
  }

  @Test
  func keysAreAnsweredAndTheTerminalIsGivenBackAsItWas() async throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.flags
    #expect(before.echo && before.lines)
    let screen = try TerminalScreen(pseudo.terminal, palette: .colors)
    #expect(!pseudo.flags.echo && !pseudo.flags.lines && pseudo.flags.signals)
    let run = Task { await screen.run(Echo()) }
    let first = await pseudo.output(upTo: "40x10[]")
    #expect(first.hasPrefix(ControlSequences.enter))
    pseudo.type("a\u{1B}[A")
    _ = await pseudo.output(upTo: "[aup]")
    pseudo.type("qx")
    while pseudo.waitingInput > 0 { await Task.yield() }
    pseudo.type("x")
    #expect(await run.value == .quit)
    #expect(await pseudo.output(upTo: ControlSequences.leave).hasSuffix(ControlSequences.leave))
    #expect(pseudo.flags == before)
  }

  @Test func anEscapeByteAloneBecomesTheEscapeKey() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let echo = Echo()
    let run = Task { await screen.run(echo) }
    pseudo.type("\u{1B}")
    _ = await pseudo.output(upTo: "[escape]")
    #expect(echo.frames == 2, "nothing is drawn before it is known what the key is")
    pseudo.type("q")
    #expect(await run.value == .quit)
  }

  @Test func aBrightBackgroundIsFoundOutAndNothingOfItIsAKey() async throws {
    let pseudo = try PseudoTerminal()
    var palette = Palette.colors
    palette.dependsOnBackground = true
    let echo = Echo()
    echo.style = Style(.yellow)
    let screen = try TerminalScreen(pseudo.terminal, palette: palette)
    let run = Task { await screen.run(echo) }
    let first = await pseudo.output(upTo: "40x10[]")
    #expect(first.contains(ControlSequences.queryBackground) && first.contains("\u{1B}[0;33m"))
    pseudo.type("\u{1B}]11;rgb:ffff/ff")
    pseudo.type("ff/ffff\u{1B}\\")
    #expect(await pseudo.output(upTo: "40x10[]").contains("\u{1B}[0;38;5;130m"))
    pseudo.type("q")
    #expect(await run.value == .quit)
  }

  @Test func anAnswerThatIsStillToComeIsNotLeftToTheShell() async throws {
    let pseudo = try PseudoTerminal()
    var palette = Palette.colors
    palette.dependsOnBackground = true
    let screen = try TerminalScreen(pseudo.terminal, palette: palette)
    let answer = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "40x10[]")
    pseudo.type("q" + answer)
    #expect(await run.value == .quit)
    #expect(pseudo.waitingInput == 0)
  }

  @Test func aProcessThatGoesOnDrawsEverythingAgain() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "40x10[]")
    kill(getpid(), SIGCONT)
    let output = await pseudo.output(upTo: "40x10[]")
    #expect(output.contains(ControlSequences.enter) && output.contains("\u{1B}[2J"))
    pseudo.type("q")
    #expect(await run.value == .quit)
  }

  @Test func theMouseIsReportedWhereItIsWanted() async throws {
    for takesMouse in [false, true] {
      let pseudo = try PseudoTerminal()
      let screen = try TerminalScreen(pseudo.terminal, takesMouse: takesMouse)
      let run = Task { await screen.run(Echo()) }
      let output = await pseudo.output(upTo: "40x10[]")
      #expect(output.contains(ControlSequences.mouse) == takesMouse)
      pseudo.type("q")
      _ = await run.value
    }
  }

  @Test func aChangeIsDrawnWithoutAKey() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let content = Echo()
    let run = Task { await screen.run(content) }
    _ = await pseudo.output(upTo: "[]")
    for _ in 0..<3 {
      content.text += "!"
      screen.setNeedsDisplay()
    }
    _ = await pseudo.output(upTo: "[!!!]")
    pseudo.type("q")
    _ = await run.value
  }

  @Test("a frame that is requested during the composition of another is drawn")
  func askedForWhileComposing() async throws {
    final class Asking: ScreenContent {
      let (takesInterrupt, isHalfway) = (false, false)
      var frame = 0
      weak var screen: TerminalScreen?
      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        frame += 1
        if frame == 1 { screen?.setNeedsDisplay() }
        return [ScreenLine([StyledText(DisplayText("frame \(frame)", limit: 100))])]
      }
      func isFading(at now: ContinuousClock.Instant) -> Bool { false }
      func press(_ key: Key) -> Bool { key != "q" }
    }
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let content = Asking()
    content.screen = screen
    let run = Task { await screen.run(content) }
    _ = await pseudo.output(upTo: "frame 1")
    _ = await pseudo.output(upTo: "2")
    pseudo.type("q")
    #expect(await run.value == .quit)
  }

  @Test("fading marks are drawn again without a key or a change") func whatFadesIsDrawnAgain() async throws {
    final class Fading: ScreenContent {
      let (takesInterrupt, isHalfway) = (false, false)
      var frame = 0
      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        frame += 1
        return [ScreenLine([StyledText(DisplayText("frame \(frame)", limit: 100))])]
      }
      func isFading(at now: ContinuousClock.Instant) -> Bool { frame < 2 }
      func press(_ key: Key) -> Bool { key != "q" }
    }
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Fading()) }
    _ = await pseudo.output(upTo: "frame 1")
    _ = await pseudo.output(upTo: "2")
    pseudo.type("q")
    #expect(await run.value == .quit)
  }

  @Test("a partial change is not drawn for a while") func whatIsHalfwayIsNotDrawn() async throws {
    final class Halfway: ScreenContent {
      let (takesInterrupt, isHalfway) = (false, true)
      let start = ContinuousClock.now
      var first: Duration?
      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        first = first ?? start.duration(to: .now)
        return [ScreenLine([StyledText(DisplayText("drawn", limit: 100))])]
      }
      func isFading(at now: ContinuousClock.Instant) -> Bool { false }
      func press(_ key: Key) -> Bool { key != "q" }
    }
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let content = Halfway()
    let run = Task { await screen.run(content) }
    _ = await pseudo.output(upTo: "drawn")
    #expect(try #require(content.first) >= FramePacer.longestHold)
    pseudo.type("q")
    _ = await run.value
  }

  @Test func anotherSizeDrawsEverythingAnew() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "40x10[]")
    pseudo.resize(columns: 80, rows: 24)
    kill(getpid(), SIGWINCH)
    #expect(await pseudo.output(upTo: "80x24[]").contains("\u{1B}[2J"))
    pseudo.type("q")
    _ = await run.value
  }

  @Test("the same size again, and control-L, draw everything again")
  func aSizeThatIsTheSameDrawsEverythingAnew() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "40x10[]")
    kill(getpid(), SIGWINCH)
    #expect(await pseudo.output(upTo: "40x10[]").contains("\u{1B}[2J"))
    pseudo.type("\u{0C}")
    #expect(await pseudo.output(upTo: "40x10[").contains("\u{1B}[2J"))
    pseudo.type("q")
    _ = await run.value
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsItAndIsHandledOnlyMeanwhile(
    signal: Int32
  ) async throws {
    let pseudo = try PseudoTerminal()
    var before = sigaction()
    sigaction(signal, nil, &before)
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "[]")
    kill(getpid(), signal)
    #expect(await run.value == .signal(signal))
    _ = await pseudo.output(upTo: ControlSequences.leave)
    #expect(pseudo.flags.echo)
    var after = sigaction()
    sigaction(signal, nil, &after)
    #expect(after.sa_flags == before.sa_flags)
  }

  @Test("control-C is a key in a prompt, and a signal before and after")
  func controlCIsAKeyWhileSomethingIsTyped() async throws {
    let pseudo = try PseudoTerminal()
    #expect(pseudo.interruptKey == 3)
    let screen = try TerminalScreen(pseudo.terminal)
    #expect(pseudo.interruptKey == 3, "also before the first frame")
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "[]")
    #expect(pseudo.interruptKey == 3)
    pseudo.type("/")
    _ = await pseudo.output(upTo: "[/]")
    #expect(pseudo.interruptKey != 3)
    pseudo.type("\u{3}")
    _ = await pseudo.output(upTo: "[/ctrl-c]")
    #expect(pseudo.interruptKey == 3)
    pseudo.type("/")
    _ = await pseudo.output(upTo: "/]")
    pseudo.type("q")
    #expect(await run.value == .quit)
    _ = await pseudo.output(upTo: ControlSequences.leave)
    #expect(pseudo.interruptKey == 3, "the terminal is as it was")
  }

  @Test func aTerminalThatIsGoneEndsIt() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "[]")
    pseudo.hangUp()
    #expect(await run.value == .hungUp)
  }

  @Test func cancellingTheTaskEndsIt() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    let run = Task { await screen.run(Echo()) }
    _ = await pseudo.output(upTo: "[]")
    run.cancel()
    #expect(await run.value == .cancelled)
    _ = await pseudo.output(upTo: ControlSequences.leave)
    #expect(pseudo.flags.echo)
  }

  @Test func oneTableAtATime() async throws {
    let pseudo = try PseudoTerminal()
    let screen = try TerminalScreen(pseudo.terminal)
    #expect(throws: TerminalError.inUse) { try TerminalScreen(pseudo.terminal) }
    let run = Task { await screen.run(Echo()) }
    pseudo.type("q")
    _ = await run.value
  }

  @Test
  func aScreenThatIsNeverRunGivesTheTerminalBackWhenItGoes() async throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.flags
    do {
      let screen = try TerminalScreen(pseudo.terminal)
      #expect(pseudo.flags != before)
      _ = screen
    }
    _ = await pseudo.output(upTo: ControlSequences.leave)
    #expect(pseudo.flags == before)
  }

  @Test func whereThereIsNoTerminalNothingIsShown() {
    #expect(throws: TerminalError.noTerminal) { try TerminalScreen(Terminal(path: "/dev/null")) }
    #expect(throws: TerminalError.noTerminal) { try TerminalScreen(Terminal(path: "/nowhere")) }
  }

  @Test("restoring the terminal takes no time if it is not in use") func givingNothingBackTakesNoTime() {
    // Takes the quickest of five measurements, because the machine may be busy.
    let times = (0..<5).map { _ in ContinuousClock().measure { EmergencyExit.restoreTerminal() } }
    #expect(times.min()! < .milliseconds(200))
  }

  @Test
  func aTerminalThatTakesNothingHoldsUpNobodyAndGetsTheNewestFrame() async throws {
    let pseudo = try PseudoTerminal(columns: 400, rows: 200)
    let screen = try TerminalScreen(pseudo.terminal, palette: Palette.none)
    final class Wall: ScreenContent {
      let takesInterrupt = false
      var frame = 0
      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        frame += 1
        let text = DisplayText("frame \(frame) " + String(repeating: "x", count: 390), limit: 390)
        return Array(repeating: ScreenLine([StyledText(text)]), count: size.rows)
      }
      func isFading(at now: ContinuousClock.Instant) -> Bool { false }
      var isHalfway: Bool { false }
      func press(_ key: Key) -> Bool { key != "q" }
    }
    let wall = Wall()
    let run = Task { await screen.run(wall) }
    // The first frame fills the terminal's buffer, because no program reads it; keys are still handled.
    while wall.frame == 0 { await Task.yield() }
    for _ in 0..<100 { screen.setNeedsDisplay() }
    pseudo.type("abc")
    // The first frame is written completely, followed by the newest one.
    let first = await pseudo.output(upTo: "\u{1B}[200;1Hframe 1 ")
    #expect(!first.contains("frame 2 "))
    _ = await pseudo.output(upTo: "\u{1B}[200;1Hframe 2 ")
    pseudo.type("q")
    #expect(await run.value == .quit)
  }
}
