#if Postgres
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

@Suite struct MachineTests {
  @Test("a silent server is probed and replaced after the third probe, and a busy reader is not silence")
  func heartbeat() {
    var heartbeat = Heartbeat()
    #expect(heartbeat.beat(received: 0, isWaiting: true) == .report(wantsReply: false))
    #expect(heartbeat.beat(received: 0, isWaiting: true) == .report(wantsReply: true))
    #expect(heartbeat.beat(received: 1, isWaiting: true) == .report(wantsReply: false))
    #expect(heartbeat.beat(received: 1, isWaiting: false) == .report(wantsReply: false))
    #expect(heartbeat.beat(received: 1, isWaiting: true) == .report(wantsReply: true))
    #expect(heartbeat.beat(received: 1, isWaiting: true) == .report(wantsReply: true))
    #expect(heartbeat.beat(received: 1, isWaiting: true) == .giveUp)
  }

  @Test("reconnections are attempted at once, then less and less often, at least every ten seconds")
  func backOff() {
    var backOff = BackOff()
    let delays = (0..<12).map { _ in backOff.next() }
    #expect(delays.prefix(4) == [.zero, .milliseconds(100), .milliseconds(200), .milliseconds(400)])
    #expect(delays.last == .seconds(10))
    backOff.reset()
    #expect(backOff.next() == .zero)
    backOff.slowDown()
    #expect(backOff.next() == .seconds(10))
  }

  @Test("a slot is reused only if no change was forgotten")
  func slots() {
    let position = LogPosition(offset: 10)
    func state(_ confirmed: UInt64?, isLost: Bool = false) -> DurableSlotState {
      DurableSlotState(isActive: false, confirmed: confirmed.map { LogPosition(offset: $0) }, isLost: isLost)
    }
    #expect(state(10).canResume(at: position) && state(9).canResume(at: position))
    #expect(!state(11).canResume(at: position) && !state(nil).canResume(at: position))
    #expect(!state(9, isLost: true).canResume(at: position))
  }

  @Test("an edit is settled when its transaction, or a later position, arrives")
  func sentEdits() {
    var sent = SentWrites()
    sent.begin(1, as: 7)
    sent.begin(2, as: 8)
    sent.begin(3, as: 9)
    #expect(sent.see(6) == [])
    #expect(sent.see(7) == [1])
    #expect(sent.commit(2, before: LogPosition(offset: 100)) == [])
    #expect(sent.reach(LogPosition(offset: 99)) == [])
    #expect(sent.reach(LogPosition(offset: 100)) == [2])
    sent.remove(3)
    #expect(sent.see(9) == [])
    sent.begin(4, as: 10)
    #expect(sent.commit(4, before: LogPosition(offset: 50)) == [4])
  }

  @Test("a socket that libpq closes while it is watched does not hide a new one with the same number")
  func closedSocket() async throws {
    let (one, two) = (Waiter(), Waiter())
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &first) == 0)
    let lost = first[0]
    let waiting = Task { await one.wait(for: lost) }
    while await !one.isWaiting { await Task.yield() }
    close(lost)
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &second) == 0)
    let new = second[0]
    let next = Task { await two.wait(for: new) }
    while await !two.isWaiting { await Task.yield() }
    write(second[1], "x", 1)
    #expect(await next.value, "where both have one number: \(lost), \(new)")
    await one.end()
    #expect(await !waiting.value)
    for socket in [first[1], second[0], second[1]] { close(socket) }
  }

  @Test("no password is in descriptions and errors")
  func credentials() async throws {
    for text in [
      "host=x password=secret user=u", "postgresql://u:secret@x/db", "password='secret' host",
      "postgresql://u:secret@[x",
    ] {
      let connection = PostgresConnection(text)
      var words = "\(connection) \(String(reflecting: connection))"
      dump(connection, to: &words)
      #expect(!words.contains("secret"))
      let table = PostgresTable(of: Mail.self, from: "mail", connection: connection)
      #expect(!"\(String(reflecting: table.settings))".contains("secret"))
    }
    await #expect(throws: PostgresError.invalidConnectionString) {
      try await PostgresConnection("password='secret' host").slots()
    }
  }

  @Test("the code of an error before the first result is found")
  func connectErrors() {
    let text = """
      connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed for user "u"
      LOCATION:  auth_failed, auth.c:335
      """
    let error = PostgresError(connecting: text)
    #expect(error.code == "28P01" && !error.isTransient)
    #expect(error.message.hasSuffix("FATAL: password authentication failed for user \"u\""))
    let line = "could not connect: Connection refused\n\tIs the server running?\n"
    let refused = PostgresError(connecting: line + line)
    #expect(refused.isTransient && refused.message == "could not connect: Connection refused; Is the server running?")
    let lost = PostgresError.lost("closed unexpectedly\n\tThis probably means an end\n\tbefore or while it answered.\n")
    #expect(lost.message == "closed unexpectedly; This probably means an end before or while it answered.")
    #expect(PostgresError(connecting: "FATAL:  57P03: the database system is starting up").isTransient)
  }

  @Test("identifiers and texts are quoted, also with a combining mark after a quote")
  func quoting() {
    #expect(quoted("a\"\u{301}b") == "\"a\"\"\u{301}b\"")
    #expect(literal("a'\u{301}") == "'a''\u{301}'" && literal("\\\u{301}") == " E'\\\\\u{301}'")
    let words = ["a\"\u{301}", "\\\u{301}"]
    let array = "{" + words.map { PostgresArray.text(of: $0) }.joined(separator: ",") + "}"
    #expect(PostgresArray.elements(of: array) == words.map { .text($0) })
    #expect(quoted("a\"b") == "\"a\"\"b\"")
    #expect(literal("it's") == "'it''s'")
    #expect(literal("a\\'b") == " E'a\\\\''b'")
  }
}

private actor Waiter {
  private nonisolated let executor = QueueExecutor(label: "LiveTablesPostgresTests.waiter")
  private var events: SocketEvents?
  private(set) var isWaiting = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns whether the socket became readable.
  func wait(for socket: Int32) async -> Bool {
    let events = SocketEvents(socket, on: executor.queue)
    self.events = events
    isWaiting = true
    let isReady = await events.next(.reading)
    await withCheckedContinuation { done in events.cancel { done.resume() } }
    return isReady
  }

  func end() { events?.end() }
}
#endif
