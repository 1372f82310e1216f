#if Postgres
import Foundation
import Testing

@testable import LiveTablesPostgres

#if canImport(Glibc)
import Glibc
#endif

/// A server in a temporary folder, shared by all tests of a run or owned by a test that stops and kills it.
///
/// A shell waits for the end of a pipe that this process keeps open while it uses the server. Then the shell stops the
/// server and removes the folder, even if the process has crashed.
final class TestServer: Sendable {
  static let shared = Task { try await TestServer() }

  let folder: String
  let port: Int
  /// The pipe that keeps the server running until it is closed.
  private let life: Pipe

  /// - Parameter primary: The primary server of a standby, or `nil` for an independent server.
  init(standbyOf primary: TestServer? = nil) async throws {
    try #require(FileManager.default.fileExists(atPath: Self.tools + "/initdb"), "PostgreSQL is not installed")
    folder = "/tmp/livetables-postgres-\(getpid())-\(UInt32.random(in: .min ... .max))"
    port = try Self.freePort()
    let make =
      primary.map { "$tools/pg_basebackup -h 127.0.0.1 -p \($0.port) -U tester -D $folder/data -R -c fast" }
      ?? "$tools/initdb -D $folder/data -U tester --auth=trust -E UTF8 --no-locale -N"
    let script = """
      set -e
      folder=\(folder) port=\(port) tools=\(Self.tools)
      as() { if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
      mkdir -p $folder && chmod 700 $folder
      [ "$(id -u)" -ne 0 ] || chown nobody:nogroup $folder
      cd $folder
      as \(make) >$folder/init.log 2>&1
      cat >>$folder/data/postgresql.conf <<END
      listen_addresses = '127.0.0.1'
      port = $port
      unix_socket_directories = '$folder'
      wal_level = logical
      max_wal_senders = 80
      max_replication_slots = 80
      max_connections = 300
      fsync = off
      logging_collector = off
      END
      ( shut; as $tools/pg_ctl -D $folder/data -w -l $folder/log start ) </dev/null >/dev/null 2>&1
      echo ready
      """
    // The shell outlives the process, and notices that the process ends when its input ends.
    let warden = """
      cat >/dev/null
      [ "$(id -u)" -eq 0 ] && set -- setpriv --reuid=nobody --regid=nogroup --clear-groups || set --
      cd \(folder)/.. ; "$@" \(Self.tools)/pg_ctl -D \(folder)/data -m immediate stop >/dev/null 2>&1
      rm -rf \(folder)
      """
    let output = try await Self.shell(script)
    guard output.contains("ready") else {
      let log = try await Self.shell("cat \(folder)/*log; rm -rf \(folder)")
      throw TestFailure("the server did not start: \(output)\(log)")
    }
    let guardian = Process()
    life = Pipe()
    // Child processes do not inherit the writing end.
    _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    guardian.executableURL = URL(filePath: "/usr/bin/setsid")
    guardian.arguments = ["bash", "-c", warden]
    guardian.standardInput = life
    guardian.standardOutput = FileHandle.nullDevice
    guardian.standardError = FileHandle.nullDevice
    try guardian.run()
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The folder of the server's programs on Debian, or `/usr/bin`.
  static let tools: String = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let newest = versions.compactMap { Int($0) }.max()
    return newest.map { "/usr/lib/postgresql/\($0)/bin" } ?? "/usr/bin"
  }()

  /// Returns a connection string for a database.
  func string(_ database: String = "postgres", _ rest: String = "") -> String {
    "host=127.0.0.1 port=\(port) user=tester dbname=\(database) \(rest)"
  }

  func restart(_ mode: String = "fast") async throws {
    try await control("-m \(mode) -w restart")
  }

  func control(_ arguments: String) async throws {
    let output = try await Self.shell(
      """
      as() { if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
      cd \(folder) && ( shut; as \(Self.tools)/pg_ctl -D \(folder)/data -l \(folder)/log \(arguments) ) </dev/null >/dev/null 2>&1 \
        && echo done
      """)
    guard output.contains("done") else { throw TestFailure("pg_ctl \(arguments) failed") }
  }

  /// Runs a statement with `psql`.
  @discardableResult func psql(_ sql: String, in database: String) async throws -> String {
    try await Self.shell("\(Self.tools)/psql -qAt -h 127.0.0.1 -p \(port) -U tester -d \(database) -c \"\(sql)\"")
  }

  /// Runs a script on a background thread.
  ///
  /// Foundation detects the end of a process by a socket that child processes inherit, so the server must not keep it.
  @discardableResult static func shell(_ script: String) async throws -> String {
    let shut = "shut() { for fd in $(ls /dev/fd); do [ $fd -le 2 ] || eval \"exec $fd>&-\"; done; }\n"
    return try await inBackground {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", shut + script]
      process.standardOutput = output
      process.standardError = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }

  static func inBackground<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard found else { throw TestFailure("there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
#endif
