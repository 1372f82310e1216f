import Foundation
import LiveTables
import TestSupport
import Testing

@testable import livetable

/// Tests recordings, saved tables and patches with a failing C library (Tests/FailingCalls); `make failing` runs them.
@Suite(.enabled(if: FailingCalls.isLoaded), .serialized, .timeLimit(.minutes(20))) struct FailingFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Repeats `body` while successive calls fail: the first call in the first run, the second in the second, and so on.
  ///
  /// - Returns: Whether `body` threw an error, for each failing call.
  private func failures(
    of call: String, _ error: Int32, in body: (_ number: Int) async throws -> Void
  ) async throws -> [Bool] {
    var failures: [Bool] = []
    for number in 1...100 {
      FailingCalls.plan(call, error, number: number, in: directory.path)
      var hasFailed = false
      do { try await body(number) } catch { hasFailed = true }
      if FailingCalls.end() < number {
        #expect(!hasFailed)
        return failures
      }
      failures.append(hasFailed)
    }
    Issue.record("\(call) never ends")
    return failures
  }

  private static let errors = [EIO, ENOSPC, EINTR, FailingCalls.shortCount]

  @Test("a recording contains every state that was reported as written", arguments: ["open", "read", "write"], errors)
  func recording(call: String, error: Int32) async throws {
    let path = directory.path + "/recording"
    var written: [String] = []
    func record(_ number: Int) async throws {
      let keeper = try HistoryKeeper(recordingTo: path, source: "rows")
      try await keeper.append(feedTable([("1", ["\(number)", "y"])], time: Double(number)))
      try await keeper.flush()
      written.append("\(number)")
    }
    // Only an existing recording is read.
    try await record(0)
    let failures = try await failures(of: call, error, in: record)
    #expect(!failures.isEmpty, "\(call) is not called")
    if call == "write" { #expect(failures.allSatisfy { $0 == (error == EIO || error == ENOSPC) }) }
    let states = try FileDescriptor.readFile(path).split(separator: .lineFeed).compactMap { line -> String? in
      var decoder = StateDecoder()
      return decoder.read(line) ? decoder.rows.first?.object.values.dropFirst().first?.printed : nil
    }
    #expect(!written.isEmpty && Set(written).isSubset(of: states), "\(written) in \(states)")
  }

  @Test("a table is saved completely or not at all", arguments: ["open", "write"], errors)
  func saving(call: String, error: Int32) async throws {
    let bytes = Array("ID,NAME\n1,Ann\n".utf8)
    let failures = try await failures(of: call, error) { number in
      let path = "\(directory.path)/\(number).csv"
      do throws(SystemError) {
        try FileDescriptor.createFile(path, bytes)
      } catch {
        #expect(access(path, F_OK) != 0, "half a file is left")
        throw error
      }
      let saved = try FileDescriptor.readFile(path)
      #expect(saved == bytes)
    }
    #expect(!failures.isEmpty)
    if call == "write" { #expect(failures.allSatisfy { $0 == (error == EIO || error == ENOSPC) }) }
  }

  @Test("a patch is applied only to complete files", arguments: ["open", "read"], errors)
  func patching(call: String, error: Int32) async throws {
    let options = PatchOptions(
      file: try directory.write("ID,N\n1,a\n2,b\n", to: "old.csv"),
      patch: try directory.write(
        """
        {"livetable-patch":1,"id":["ID"]}
        {"op":"update","id":"2","old":{"ID":"2","N":"b"},"new":{"ID":"2","N":"c"}}

        """, to: "patch"))
    let failures = try await failures(of: call, error) { _ in
      let output = try PatchCommand(options: options).result().output
      #expect(output == "ID,N\n1,a\n2,c\n")
    }
    #expect(failures.count >= 2)
    if call == "read" { #expect(failures.allSatisfy { $0 == (error == EIO || error == ENOSPC) }) }
  }

  @Test("a file that cannot be watched is an error", arguments: ["inotify_init1", "inotify_add_watch"])
  func unwatched(call: String) throws {
    for error in [EIO, ENOSPC, EMFILE] {
      FailingCalls.plan(call, error, number: 1, in: call == "inotify_init1" ? "" : directory.path)
      #expect(throws: SystemError.self) { _ = try FileWatch(directories: [directory.path]) }
      #expect(FailingCalls.end() > 0)
    }
  }

  @Test("a watch that cannot be read is an error, and an interrupted one continues")
  func unreadWatch() async throws {
    for error in [EIO, EINTR] {
      let watch = try FileWatch(directories: [directory.path])
      _ = try directory.write("{}", to: "rows.json")
      FailingCalls.plan("read", error, number: 1, in: "inotify")
      var failure: SystemError?
      do throws(SystemError) {
        #expect(try await watch.next(of: ["rows.json"]) != nil)
      } catch {
        failure = error
      }
      #expect(FailingCalls.end() > 0)
      #expect(failure?.code == (error == EIO ? EIO : nil))
    }
  }
}
