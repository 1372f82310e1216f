import Testing

@testable import LiveTablesTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension TerminalScreenTests {
  /// The terminal while someone else has it, and after that.
  @Suite @MainActor struct Suspension {
    /// A line that stays, and the keys that were pressed.
    private final class Lines: ScreenContent {
      let takesInterrupt = false
      let isHalfway = false
      var text = ""

      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        ["stays", "[\(text)]"].map { ScreenLine([Span(DisplayText($0, limit: 100))]) }
      }

      func isFading(at now: ContinuousClock.Instant) -> Bool { false }

      func press(_ key: Key) -> Bool {
        text += key.description
        return key != "q"
      }
    }

    @Test("when the process goes on, all of the screen is drawn again")
    func resumed() async throws {
      let pseudo = try PseudoTerminal()
      let screen = try TerminalScreen(pseudo.terminal)
      let run = Task { await screen.run(Lines()) }
      _ = await pseudo.output(upTo: "[]")
      kill(getpid(), SIGCONT)
      _ = await pseudo.output(upTo: ControlSequences.enter)
      pseudo.type("a")
      #expect(await pseudo.output(upTo: "a]").contains("stays"), "also the line that has not changed")
      pseudo.type("q")
      #expect(await run.value == .quit)
    }

    @Test("whoever stops the process gets the terminal as it was, and gives it back")
    func suspended() async throws {
      // Stopping would stop the tests: a handler takes the place of the system's.
      var before = sigaction()
      SignalActions.install(SIGTSTP, noteEcho, previous: &before)
      defer { sigaction(SIGTSTP, &before, nil) }
      let pseudo = try PseudoTerminal()
      echo.pointee = Echo(terminal: pseudo.descriptor)
      let screen = try TerminalScreen(pseudo.terminal)
      let run = Task { await screen.run(Lines()) }
      _ = await pseudo.output(upTo: "[]")
      kill(getpid(), SIGTSTP)
      #expect(await pseudo.output(upTo: ControlSequences.enter).contains(ControlSequences.leave))
      #expect(echo.pointee.count == 1, "the signal does what it does without a table")
      #expect(echo.pointee.isOn, "what the user types meanwhile is seen")
      pseudo.type("a")
      #expect(await pseudo.output(upTo: "a]").contains("stays"))
      #expect(!pseudo.flags.echo)
      pseudo.type("q")
      #expect(await run.value == .quit)
    }

    @Test("a process that does not answer a signal ends all the same")
    func hung() async {
      await #expect(processExitsWith: .signal(SIGTERM)) { @MainActor in
        let pseudo = try PseudoTerminal()
        let screen = try TerminalScreen(pseudo.terminal)
        kill(getpid(), SIGTERM)
        // Nothing runs on the main actor for as long as this takes.
        for _ in 0..<200 { poll(nil, 0, 100) }
        exit(pseudo.flags.echo ? 0 : withExtendedLifetime(screen) { 1 })
      }
    }
  }
}

private struct Echo {
  var terminal: Int32
  var count = 0
  var isOn = false
}

// Safe although shared: one test writes it before its handler runs, and reads it after that.
private nonisolated(unsafe) let echo: UnsafeMutablePointer<Echo> = {
  let pointer = UnsafeMutablePointer<Echo>.allocate(capacity: 1)
  pointer.initialize(to: Echo(terminal: -1))
  return pointer
}()

private let noteEcho: @convention(c) (Int32) -> Void = { _ in
  var mode = termios()
  tcgetattr(echo.pointee.terminal, &mode)
  echo.pointee.isOn = mode.c_lflag & tcflag_t(ECHO) != 0
  echo.pointee.count += 1
}
