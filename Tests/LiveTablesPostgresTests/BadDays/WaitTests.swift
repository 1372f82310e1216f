#if Postgres
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

#if canImport(Glibc)
import Glibc
#endif

/// Tests that the reason for a wait is reported, and that wrong settings throw an error without waiting.
@Suite(.serialized, .timeLimit(.minutes(20))) struct WaitTests {
  private static func mails(
    _ settings: PostgresConnection, onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) -> PostgresTable<Mail> {
    PostgresTable(
      of: Mail.self, from: "mail", connection: settings, patience: .milliseconds(20), onTrouble: onTrouble)
  }

  @Test func aSlotThatWaitsForATransactionNamesIt() async throws {
    let database = try await TestDatabase(on: TestServer())
    let other = try await ServerConnection.open(
      PostgresConnection(database.server.string("postgres", "application_name=holder")))
    let process = await other.process
    try await other.query("BEGIN; SELECT txid_current()")
    let troubles = Troubles()
    let mails = Self.mails(database.settings, onTrouble: troubles.receive)
    let reading = Task { for await _ in mails.changes {} }
    await troubles.wait(
      for:
        "waits for the transaction of process \(process) of “tester” in “postgres” (holder) idle in transaction since")
    #expect(await mails.state.revision < 0)
    try await other.query("COMMIT")
    await troubles.wait(for: nil)
    #expect(await mails.state.revision == 0)
    await other.close()
    await mails.close()
    await reading.value
    try await database.end()
  }

  @Test func aTableThatIsLockedNamesTheProcess() async throws {
    let database = try await TestDatabase(on: TestServer())
    // This transaction has no number, so a slot does not wait for it.
    let process = await database.connection.process
    try await database.execute("BEGIN; SAVEPOINT s")
    try await database.execute("LOCK TABLE mail IN SHARE ROW EXCLUSIVE MODE")
    let locker = try await ServerConnection.open(database.settings)
    let locked = Task { try await locker.query("ALTER TABLE mail ADD CHECK (id > 0)") }
    let troubles = Troubles()
    let mails = Self.mails(database.settings, onTrouble: troubles.receive)
    let reading = Task { for await _ in mails.changes {} }
    // All other statements queue behind the statement that waits for the lock.
    await troubles.wait(for: "waits for the transaction of process")
    try await database.execute("COMMIT")
    _ = try await locked.value
    await troubles.wait(for: nil)
    #expect(process > 0)
    await locker.close()
    await mails.close()
    await reading.value
    try await database.end()
  }

  @Test func aServerThatDoesNotAnswerIsNamed() async throws {
    let silent = try FakeServer { _ in }
    let troubles = Troubles()
    let mails = Self.mails(
      PostgresConnection("host=127.0.0.1 port=\(silent.port) dbname=mail"), onTrouble: troubles.receive)
    let reading = Task { for await _ in mails.changes {} }
    await troubles.wait(for: "does not answer: PostgresConnection(dbname=mail host=127.0.0.1 port=\(silent.port))")
    await mails.close()
    await reading.value
  }

  @Test func withoutAListenerAWaitIsWrittenToStandardErrorOnce() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    let mails = Self.mails(PostgresConnection("host=127.0.0.1 port=1 dbname=mail"), onTrouble: nil)
    let reading = TroubleLog.$write.withValue({ line.yield($0) }) { Task { for await _ in mails.changes {} } }
    // A server that has not refused the connection yet may be reported as not answering.
    for await words in lines {
      #expect(words.hasPrefix("LiveTables: table “mail”: "))
      if words.contains("Connection refused") { break }
    }
    await mails.close()
    await reading.value
    line.finish()
    var last = "Connection refused"
    for await words in lines {
      #expect(!words.contains(last), "written again")
      last = words
    }
  }

  @Test func mistakesInTheSettingsEndTheTableAtOnce() async throws {
    let server = try await TestServer()
    try await server.psql("CREATE ROLE locked LOGIN REPLICATION PASSWORD 'right'", in: "postgres")
    let output = try await TestServer.shell(
      """
      cd \(server.folder)/data && sed -i '1i host all locked all scram-sha-256' pg_hba.conf &&
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=elsewhere -keyout server.key -out server.crt 2>/dev/null &&
      chmod 600 server.key && chown --reference=PG_VERSION server.key server.crt && echo "ssl = on" >>postgresql.conf &&
      cp server.crt \(server.folder)/root.crt && chmod 644 \(server.folder)/root.crt && echo done
      """)
    try #require(output.contains("done"), "\(output)")
    try await server.restart()
    let place = "host=127.0.0.1 port=\(server.port) dbname=postgres passfile=/no/such/passwords"
    let cases = [
      ("\(place) user=tester sslmode=verify-full sslrootcert=/no/such/file", "/no/such/file"),
      ("\(place) user=tester sslmode=verify-full sslrootcert=\(server.folder)/root.crt", "elsewhere"),
      ("\(place) user=tester sslmode=requre", "requre"),
      ("\(place) user=tester target_session_attrs=nothing", "nothing"),
      ("\(place) service=nowhere", "nowhere"), ("\(place) user=locked", "no password supplied"),
      ("\(place) user=locked password=wrong", "password authentication failed"),
      ("\(place) user=nobody_there", "nobody_there"),
      ("host=127.0.0.1,127.0.0.1,127.0.0.1 port=1,2 dbname=mail", "match"),
    ]
    for (text, words) in cases {
      let mails = Self.mails(PostgresConnection(text), onTrouble: { _ in })
      for await _ in mails.changes {}
      let failure = (await mails.state.failure).map { "\($0)" } ?? ""
      #expect(failure.contains(words) && !failure.contains("\t"), "\(text): \(failure)")
      #expect(failure.components(separatedBy: words).count == 2, "said more than once: \(failure)")
    }
  }

  @Test func anErrorInTheMiddleOfAReplicationIsThrownAtOnceAlthoughTheServerGoesOn() async throws {
    for (tag, words) in [("E", "in the middle"), ("?", "")] {
      let server = try FakeServer { client in
        client.read()
        client.send("R", [0, 0, 0, 0])
        client.send("Z", Array("I".utf8))
        client.read()
        client.send("W", [0, 0, 0])
        client.send("d", [1, 2, 3])
        client.send(tag, Array("SERROR\0C55000\0Min the middle\0\0".utf8))
        while client.send("d", [4, 5, 6]) {}
      }
      let connection = try await ServerConnection.open(
        PostgresConnection("host=127.0.0.1 port=\(server.port) sslmode=disable gssencmode=disable"))
      try await connection.beginCopy("START_REPLICATION")
      let error = await #expect(throws: PostgresError.self) {
        while try await connection.messages() != nil {}
      }
      #expect(words.isEmpty || error?.message.contains(words) == true)
      await connection.close()
    }
  }
}

/// A stub of a server, which runs a closure for its only client.
final class FakeServer: Sendable {
  let port: Int
  private let listener: Int32

  struct Client: Sendable {
    let socket: Int32

    /// Waits for data from the client.
    func read() {
      var bytes = [UInt8](repeating: 0, count: 8192)
      _ = recv(socket, &bytes, bytes.count, 0)
    }

    /// Sends a message, and returns whether the client is still connected.
    @discardableResult func send(_ tag: String, _ content: [UInt8]) -> Bool {
      let size = UInt32(content.count + 4)
      let bytes = Array(tag.utf8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + content
      return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
  }

  init(_ serve: @escaping @Sendable (Client) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else { throw TestFailure("there is no free port") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      serve(Client(socket: client))
      // Waits until the client disconnects.
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) > 0 {}
      close(client)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
#endif
