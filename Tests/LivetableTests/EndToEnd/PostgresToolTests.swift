import Foundation
import Testing

@testable import livetable

/// Tests `livetable postgres` end to end, without a server.
@Suite(.enabled(if: Tool.isBuilt), .timeLimit(.minutes(20))) struct PostgresToolTests {
  #if Postgres
  @Test func aServerThatIsNotThereIsAnErrorWithoutThePassword() async throws {
    let outcome = try await Tool.run(
      "livetable postgres 'host=127.0.0.1 port=1 user=u password=secret dbname=d' mail --once; echo $?")
    #expect(outcome.lines == ["2"])
    #expect(outcome.errors.contains { $0.contains("refused") } && !outcome.errors.joined().contains("secret"))
  }

  @Test func aConnectionThatIsMalformedIsNotQuoted() async throws {
    let outcome = try await Tool.run("livetable postgres 'password=secret host' mail --once; echo $?")
    #expect(outcome.lines == ["2"])
    #expect(outcome.errors.contains { $0.contains("malformed") } && !outcome.errors.joined().contains("secret"))
  }
  #else
  @Test func aBuildWithoutItSaysSo() async throws {
    let outcome = try await Tool.run("livetable postgres '' mail; echo $?")
    #expect(outcome.lines == ["2"] && outcome.errors.contains { $0.contains("--traits Postgres") })
  }
  #endif
}
