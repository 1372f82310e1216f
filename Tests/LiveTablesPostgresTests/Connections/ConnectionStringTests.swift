#if Postgres
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite(.timeLimit(.minutes(20))) struct ConnectionStringTests {
  /// Returns all texts about a connection: its descriptions, its dump and its error.
  private static func words(of text: String) async -> String {
    let connection = PostgresConnection(text)
    var words = "\(connection) \(String(reflecting: connection))"
    dump(connection, to: &words)
    do {
      // No server listens on this port, so the error is immediate.
      guard try connection.parameters().contains(where: { $0.name == "port" && $0.value == "1" }) else { return words }
      _ = try await connection.slots()
    } catch {
      words += " \(error)"
    }
    return words
  }

  @Test(
    "no part of a password is in an error, wherever the connection string is wrong", arguments: 0..<60 as Range<UInt64>)
  func passwords(seed: UInt64) async {
    var dice = SeededGenerator(seed: seed)
    let marks =
      Array("@@@@::://??##[]%&='\"\\ \t;,+!$<>{}~*").map(String.init) + ["%40", "%zz", "://", " = ", "' '", "\\'"]
    for _ in 0..<12 {
      var password = "Zq0"
      for index in 1...Int.random(in: 1...4, using: &dice) {
        password += (marks.randomElement(using: &dice) ?? "@") + "Zq\(index)"
      }
      if Bool.random(using: &dice) { password = (marks.randomElement(using: &dice) ?? "@") + password }
      let texts = [
        "postgresql://reader:\(password)@127.0.0.1:1/mail",
        "postgres://reader:\(password)@127.0.0.1:1/mail?sslmode=disable",
        "postgresql://reader:\(password)@127.0.0.1:1,127.0.0.1:1", "POSTGRES://reader:\(password)@127.0.0.1:1/mail",
        "host=127.0.0.1 port=1 user=reader password=\(password) dbname=mail",
        "password=\(password) host=127.0.0.1 port=1",
        "host=127.0.0.1 port=1 user=reader password='\(password)' dbname=mail", "password = \(password)",
        "dbname=postgresql://reader:\(password)@127.0.0.1/mail port=1 host=127.0.0.1",
        "host=reader:\(password)@127.0.0.1 port=1",
        "host=127.0.0.1 port=1 user=reader:\(password)@127.0.0.1",
      ]
      for text in texts {
        let words = await Self.words(of: text)
        #expect(!words.contains("Zq"), "seed \(seed): \(text): \(words)")
      }
    }
  }

  @Test func aPasswordThatIsWrittenAsItShouldBeIsTaken() throws {
    for (text, password) in [
      ("postgresql://reader:a%40b%2Fc%3Fd@db/mail", "a@b/c?d"),
      ("postgresql://reader:a:b#c@db/mail?sslmode=require", "a:b#c"),
      ("host=db user=reader password='a b@c/d' dbname=mail", "a b@c/d"),
      ("postgresql://reader@db1,db2:5433/mail?password=x", "x"),
    ] {
      let parameters = try PostgresConnection(text).parameters()
      #expect(parameters.first { $0.name == "password" }?.value == password)
      #expect(parameters.first { $0.name == "dbname" }?.value == "mail")
      #expect("\(PostgresConnection(text))".contains("user=reader"))
    }
    #expect("\(PostgresConnection("host=/tmp dbname=mail"))" == "PostgresConnection(dbname=mail host=/tmp)")
  }

  @Test(
    "a wrong connection string is an error at once, which names the wrong word if it cannot be a password",
    arguments: [
      ("hots=db", "hots"), ("host=db prot=5 password=x", "prot"), ("host=127.0.0.1 port=notaport", "notaport"),
      ("port=5432,70000", "70000"), ("port=0", "“0”"), ("postgresql://db/mail?optoin=3", "optoin"),
      ("host=db\0 password=x", "malformed"), ("postgresql://reader@db/mail\0?password=x", "malformed"),
      ("postgresql://reader:p@ss@db/mail", "%40"), ("postgresql://reader:p/ss@db/mail", "%2F"),
    ])
  func mistakes(text: String, word: String) async {
    let error = #expect(throws: PostgresError.self) { try PostgresConnection(text).parameters() }
    #expect("\(String(describing: error))".contains(word) && error?.isTransient == false)
    let table = PostgresTable(of: Mail.self, from: "mail", connection: PostgresConnection(text))
    for await _ in table.changes {}
    #expect(await table.state.failure as? PostgresError == error)
  }
}
#endif
