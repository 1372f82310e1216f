import Foundation
import Testing

@testable import LiveTablesTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite @MainActor struct TerminalDeviceTests {
  @Test("a terminal without any information about the process can be used")
  func aTerminalThatKnowsNothingOfTheProcess() throws {
    var before = sigaction()
    sigaction(SIGTTOU, nil, &before)
    defer { sigaction(SIGTTOU, &before, nil) }
    signal(SIGTTOU, SIG_IGN)  // otherwise a process that believes it is in the background stops
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    #expect(withExtendedLifetime(pseudo) { device.isInForeground })
  }

  @Test("an unexpected answer of the terminal is read to its end", arguments: ["\u{1B}\\", "\u{07}"])
  func anAnswerIsReadUpToItsEnd(end: String) async throws {
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    device.enterRawMode()
    // Longer than one read.
    pseudo.type("\u{1B}]11;rgb:0000/0000/\(String(repeating: "0", count: 300))\(end)")
    // Waits on a new thread, because the queues share their threads with all tasks.
    Thread.detachNewThread {
      device.discardReply(until: .now + .seconds(3600))
      device.write(Array("over".utf8), timeout: 1000)
    }
    _ = await pseudo.output(upTo: "over")
    #expect(pseudo.waitingInput == 0)
  }

  @Test("a missing answer is waited for until the timeout") func noAnswer() throws {
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    let time = ContinuousClock().measure { device.discardReply(until: .now + .milliseconds(40)) }
    #expect(withExtendedLifetime(pseudo) { time } >= .milliseconds(40))
  }

  @Test("each key is delivered as it arrives, without an echo") func eachKey() throws {
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    device.enterRawMode()
    #expect(!pseudo.flags.echo && !pseudo.flags.lines && pseudo.flags.signals)
    pseudo.type("a")
    var waiting = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 1000) == 1)
  }

  @Test("a terminal that accepts no output is waited for, and then given up") func givenUp() throws {
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    device.enterRawMode()
    let much = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)[...]
    var room = pollfd(fd: device.descriptor, events: Int16(POLLOUT), revents: 0)
    repeat {
      while case .done = device.write(much) {}
    } while poll(&room, 1, 50) > 0
    let time = ContinuousClock().measure { device.write(Array("late".utf8), timeout: 40) }
    #expect(withExtendedLifetime(pseudo) { time } >= .milliseconds(40))
  }

  @Test("a closed terminal is distinguished from a silent one")
  func aTerminalThatIsGoneIsToldApart() throws {
    let pseudo = try PseudoTerminal()
    let device = try TerminalDevice(opening: pseudo.terminal)
    defer { device.close() }
    var buffer = [UInt8](repeating: 0, count: 16)
    let silent = device.read(into: &buffer)
    #expect(silent == .wouldBlock)
    pseudo.hangUp()
    errno = EAGAIN  // an earlier error number has no effect
    let gone = device.read(into: &buffer)
    #expect(gone == .hungUp)
  }
}
