import Dispatch
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
  /// Tests the terminal while another program uses it, and afterwards.
  @Suite @MainActor struct Suspension {
    /// Screen content with a constant line and the pressed keys.
    private final class Lines: ScreenContent {
      let takesInterrupt = false
      let isHalfway = false
      var takesSuspension = false
      var text = ""

      func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
        ["stays", "[\(text)]"].map { ScreenLine([StyledText(DisplayText($0, limit: 100))]) }
      }

      func isFading(at now: ContinuousClock.Instant) -> Bool { false }

      func press(_ key: Key) -> Bool {
        text += key.description
        return key != "q"
      }
    }

    @Test("the whole screen is drawn again when the process resumes")
    func resumed() async throws {
      let pseudo = try PseudoTerminal()
      let screen = try TerminalScreen(pseudo.terminal)
      let run = Task { await screen.run(Lines()) }
      _ = await pseudo.output(upTo: "[]")
      #expect(!pseudo.flags.echo && !pseudo.flags.lines)
      pseudo.restoreLines()
      kill(getpid(), SIGCONT)
      let output = await pseudo.output(upTo: "[]")
      #expect(!pseudo.flags.echo && !pseudo.flags.lines)
      #expect(output.contains(ControlSequences.enter) && output.contains("stays"), "also the line that has not changed")
      pseudo.type("q\n")  // even if the terminal passes on only complete lines
      #expect(await run.value == .quit)
    }

    @Test("a stopped process restores the terminal, and takes it again")
    func suspended() async throws {
      // A handler replaces the system's action, which would stop the tests.
      var before = sigaction()
      SignalActions.install(SIGTSTP, noteEcho, previous: &before)
      defer { sigaction(SIGTSTP, &before, nil) }
      let pseudo = try PseudoTerminal()
      echo.pointee = Echo(terminal: pseudo.descriptor)
      let screen = try TerminalScreen(pseudo.terminal)
      let run = Task { await screen.run(Lines()) }
      _ = await pseudo.output(upTo: "[]")
      kill(getpid(), SIGTSTP)
      let output = await pseudo.output(upTo: "[]")
      #expect(output.contains(ControlSequences.leave) && output.contains(ControlSequences.enter))
      #expect(output.contains("stays"))
      #expect(echo.pointee.count == 1, "the signal does what it does without a table")
      #expect(echo.pointee.isOn, "what the user types meanwhile is seen")
      #expect(!pseudo.flags.echo)
      pseudo.type("q")
      #expect(await run.value == .quit)
    }

    @Test("control-Z is a key for content that handles it")
    func taken() async throws {
      var before = sigaction()
      SignalActions.install(SIGTSTP, noteEcho, previous: &before)
      defer { sigaction(SIGTSTP, &before, nil) }
      let pseudo = try PseudoTerminal()
      let screen = try TerminalScreen(pseudo.terminal)
      let lines = Lines()
      lines.takesSuspension = true
      let run = Task { await screen.run(lines) }
      _ = await pseudo.output(upTo: "[]")
      kill(getpid(), SIGTSTP)
      _ = await pseudo.output(upTo: "ctrl-z")
      pseudo.type("q")
      #expect(await run.value == .quit)
    }

    @Test("an unfinished frame leaves nothing after another program used the terminal")
    func suspendedInAFrame() async throws {
      var before = sigaction()
      SignalActions.install(SIGTSTP, noteEcho, previous: &before)
      defer { sigaction(SIGTSTP, &before, nil) }
      let pseudo = try PseudoTerminal()
      echo.pointee = Echo(terminal: pseudo.descriptor)
      let session = try TerminalSession(pseudo.terminal)
      defer { session.close() }
      session.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
      #expect(session.isBusy)
      pseudo.takeAll()
      session.suspend()
      #expect(!session.isBusy && echo.pointee.count == 1)
      // A later frame that is not accepted immediately is continued, too.
      repeat { session.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)) } while !session.isBusy
      session.wake(at: .now + .seconds(3))
      for await event in session.events where event == .writable || event == .tick {
        #expect(event == .writable)
        break
      }
    }

    @Test("a signal handler keeps the error number")
    func errorNumber() {
      func numberAfterASignal() -> Int32 {
        errno = ENOENT
        handleSignal(SIGWINCH)  // without a session, the handler's write fails
        return errno
      }
      #expect(numberAfterASignal() == ENOENT)
    }

    @Test("a process that does not react to a signal ends anyway")
    func hung() async {
      await #expect(processExitsWith: .signal(SIGTERM)) { @MainActor in
        let pseudo = try PseudoTerminal()
        let session = try TerminalSession(pseudo.terminal, signalTimeout: .milliseconds(20))
        kill(getpid(), SIGTERM)
        // Blocks the main actor.
        for _ in 0..<50 { poll(nil, 0, 100) }
        exit(pseudo.flags.echo ? 0 : withExtendedLifetime(session) { 1 })
      }
    }

    @Test("a process may use its terminal while it is in the foreground")
    func inFront() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        let pseudo = try PseudoTerminal()
        #if canImport(Darwin)
        let request = UInt(0x2000_7461)
        #else
        let request = UInt(TIOCSCTTY)
        #endif
        alarm(600)  // ends the process if it waits to be moved to the foreground
        guard setsid() > 0, ioctl(pseudo.descriptor, request, 0) == 0 else { _exit(2) }
        let device = try TerminalDevice(opening: pseudo.terminal)
        let isInFront = tcgetpgrp(device.descriptor) == getpgrp() && device.isInForeground
        // No exit handler may use a terminal that hangs up.
        withExtendedLifetime(pseudo) { _exit(isInFront ? 7 : 1) }
      }
    }

    @Test("a process that reacts to a signal in time continues")
    func answered() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        let pseudo = try PseudoTerminal()
        // Uses the default timeout, because the processor may be busy.
        let session = try TerminalSession(pseudo.terminal)
        kill(getpid(), SIGTERM)
        for await event in session.events where event == .ended(.signal(SIGTERM)) { break }
        session.close()
        // An action that ends the process would run first, on the same queue.
        await withCheckedContinuation { time in
          session.queue.asyncAfter(deadline: .now() + .seconds(3)) { time.resume() }
        }
        exit(7)
      }
    }

    @Test("signals have their effect even if the terminal accepts no output")
    func givenBackInVain() throws {
      func flags() -> Int32 {
        var action = sigaction()
        sigaction(SIGQUIT, nil, &action)
        return Int32(action.sa_flags)
      }
      let (pseudo, before) = (try PseudoTerminal(), flags())
      let session = try TerminalSession(pseudo.terminal)
      session.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
      #expect(session.isBusy && flags() != before)
      EmergencyExit.restoreTerminal()
      #expect(pseudo.flags.echo)
      #expect(throws: TerminalError.inUse) { try TerminalSession(pseudo.terminal) }
      session.close()
      #expect(flags() == before)
      try TerminalSession(pseudo.terminal).close()
    }

    @Test("a closed session does not change the terminal")
    func closed() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.queue.suspend()  // keeps its file open for now
      session.close()
      session.takesInterrupt = true
      EmergencyExit.restoreTerminal()
      let output = await pseudo.output(upTo: ControlSequences.leave)
      #expect(output.ranges(of: ControlSequences.leave).count == 1 && pseudo.waitingOutput == 0)
      #expect(pseudo.flags.echo && pseudo.interruptKey == 3)
      session.queue.resume()
    }

    @Test("the terminal is restored once") func givenBackOnce() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      for _ in 0..<2 { EmergencyExit.restoreTerminal() }
      _ = await pseudo.output(upTo: ControlSequences.leave)
      #expect(pseudo.waitingOutput == 0)
      session.close()
    }

    @Test("an answer after the session is not left to the shell") func anAnswer() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.queue.suspend()
      session.query(ControlSequences.queryBackground)
      pseudo.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\")
      while pseudo.waitingInput == 0 { await Task.yield() }
      session.close()
      let shell = try TerminalDevice(opening: pseudo.terminal)
      shell.enterRawMode()  // otherwise only complete lines count
      #expect(pseudo.waitingInput == 0)
      shell.close()
      session.queue.resume()
    }

    @Test("a write detects a closed terminal, too") func goneWhenWritten() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.queue.suspend()  // disables reading
      pseudo.hangUp()
      session.write(Array("frame".utf8))
      session.close()
      session.queue.resume()
      var events: [TerminalSession.Event] = []
      for await event in session.events { events.append(event) }
      #expect(events == [.ended(.hungUp)])
    }

    @Test("a tick arrives once, when it was requested")
    func tick() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.wake(at: .now + .seconds(60))
      session.wake(at: .now)
      var events = session.events.makeAsyncIterator()
      let tick = await events.next()
      #expect(tick == .tick)
      session.close()
      let further = await events.next()
      #expect(withExtendedLifetime(pseudo) { further } == nil)
    }

    @Test("a frame is reported once as accepted")
    func takenOnce() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
      #expect(session.isBusy)
      pseudo.takeAll()
      for await event in session.events {
        if event == .writable { session.flush() }
        if !session.isBusy { break }
      }
      for _ in 0..<100 { session.queue.sync {} }  // delivers all pending events
      session.close()
      var late: [TerminalSession.Event] = []
      for await event in session.events { late.append(event) }
      #expect(late.isEmpty)
    }

    @Test("the terminal is restored when the process ends")
    func givenBackAtTheEnd() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        let pseudo = try PseudoTerminal()
        echo.pointee = Echo(terminal: pseudo.descriptor)
        atexit { endAsSeen(0) }  // the handler registered first runs last
        let session = try TerminalSession(pseudo.terminal)
        precondition(!pseudo.flags.echo)
        withExtendedLifetime(session) { exit(0) }
      }
    }

    @Test("the terminal is restored before a fatal signal")
    func givenBackAtASignal() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        let pseudo = try PseudoTerminal()
        echo.pointee = Echo(terminal: pseudo.descriptor)
        SignalActions.install(SIGQUIT, endAsSeen, previous: nil)
        let session = try TerminalSession(pseudo.terminal)
        precondition(!pseudo.flags.echo)
        alarm(600)  // ends the process if the signal has no effect
        SignalActions.deliver(SIGQUIT)  // this thread may block the signal
        withExtendedLifetime(session) { exit(1) }
      }
    }

    @Test("control-backslash ends a process even if an earlier handler continues")
    func endedAlthoughHandled() async {
      await #expect(processExitsWith: .signal(SIGQUIT)) { @MainActor in
        let pseudo = try PseudoTerminal()
        SignalActions.install(SIGQUIT, { _ in }, previous: nil)
        let session = try TerminalSession(pseudo.terminal)
        alarm(600)  // ends the process if the signal has no effect
        kill(getpid(), SIGQUIT)
        withExtendedLifetime(session) { while true { _ = poll(nil, 0, 1_000) } }
      }
    }

    @Test("a terminal that accepts no output does not keep a process from ending")
    func takingNothingAtTheEnd() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        let pseudo = try PseudoTerminal()
        let session = try TerminalSession(pseudo.terminal)
        repeat { session.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)) } while !session.isBusy
        var room = pollfd(fd: pseudo.descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&room, 1, 50) > 0 { session.flush() }
        alarm(600)  // ends the process if it keeps trying
        EmergencyExit.restoreTerminal()
        withExtendedLifetime(session) { _exit(pseudo.flags.echo ? 7 : 1) }
      }
    }

    @Test("a closed terminal is reported once")
    func goneOnce() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.wake(at: .now + .seconds(10))  // a tick shows that no other event arrived
      pseudo.hangUp()
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .ended(.hungUp))
      await withCheckedContinuation { time in
        session.queue.asyncAfter(deadline: .now() + .milliseconds(20)) { time.resume() }
      }
      session.close()
      #expect(await events.next() == nil)
    }

    @Test("nothing is written after the terminal was restored")
    func nothingAfterTheEnd() async throws {
      let pseudo = try PseudoTerminal()
      let session = try TerminalSession(pseudo.terminal)
      session.close()
      session.write(Array("late".utf8))
      session.flush()
      #expect(!session.isBusy)
      _ = await pseudo.output(upTo: ControlSequences.leave)
      #expect(pseudo.waitingOutput == 0)
    }

    @Test("restored terminals leave no file open")
    func noFileIsLeftOpen() async {
      await #expect(processExitsWith: .exitCode(7)) { @MainActor in
        func count() -> Int { (0..<Int32(256)).count { fcntl($0, F_GETFD) != -1 } }
        let pseudo = try PseudoTerminal()
        // Files opened by the first session may stay open for the next ones.
        try TerminalSession(pseudo.terminal).close()
        let before = count()
        for _ in 0..<5 { try TerminalSession(pseudo.terminal).close() }
        // A session with two blocked writes also closes its files.
        let blocked = try TerminalSession(pseudo.terminal)
        for _ in 0..<2 { blocked.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)) }
        precondition(blocked.isBusy)
        blocked.close()
        // Files are closed on another thread.
        for _ in 0..<1000 where count() > before { poll(nil, 0, 5) }
        exit(withExtendedLifetime(blocked) { count() > before } ? 1 : 7)
      }
    }
  }
}

private struct Echo {
  var terminal: Int32
  var count = 0
  var isOn = false
}

// Safe although shared, because a test writes it before its handler runs and reads it afterwards.
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

/// Ends the process, with status 7 if the terminal is restored.
private let endAsSeen: @convention(c) (Int32) -> Void = {
  noteEcho($0)
  _exit(echo.pointee.isOn ? 7 : 1)
}
