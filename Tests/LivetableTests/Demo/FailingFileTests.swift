import Foundation
import LiveTables
import Testing

@testable import livetable

/// The file of lists under a C library that fails (Tests/FailingCalls): `make failing` runs them.
@Suite(.enabled(if: FailingCalls.isLoaded), .serialized, .timeLimit(.minutes(20))) struct FailingFileTests {
  private let directory: TemporaryDirectory
  private let file: TodoFile

  init() throws {
    directory = try TemporaryDirectory()
    file = TodoFile(directory.path + "/todo.json")
  }

  private static let calls = ["open", "read", "write", "fsync", "rename", "flock"]
  private static let isMadeAgain = ["read", "write", "flock"]

  /// Changes the file while one call after the other fails.
  ///
  /// - Returns: For each call whether the change failed.
  private func failures(of call: String, _ error: Int32) throws -> [Bool] {
    var failures: [Bool] = []
    for number in 1...100 {
      let before = try file.read().text
      let title = "\(call)-\(failures.count)"
      FailingCalls.plan(call, error, number: number, in: directory.path)
      var failure: TodoFileError?
      do throws(TodoFileError) {
        _ = try file.change(.edit(.append(item(title), to: "Today")))
      } catch {
        failure = error
      }
      let hits = FailingCalls.end()
      let after = try file.read().text
      if failure == nil {
        #expect(after.contains(title) && after != before)
      } else {
        #expect(after == before, "a change that failed is not made")
      }
      #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/.todo.json.new"))
      if hits < number { return failures }
      failures.append(failure != nil)
    }
    Issue.record("\(call) never ends")
    return failures
  }

  @Test("a call that fails fails the change, and the file stays", arguments: calls, [EIO, ENOSPC, EINTR])
  func failing(call: String, error: Int32) throws {
    if error == EINTR, Self.isMadeAgain.contains(call) { return }
    _ = try file.change(.addList("More"))
    let failures = try failures(of: call, error)
    #expect(!failures.isEmpty, "\(call) is not called")
    #expect(!failures.contains(false), "\(call) failed, and nobody heard of it")
  }

  @Test("a call that is interrupted, or moves fewer bytes, is made again", arguments: isMadeAgain)
  func interrupted(call: String) throws {
    _ = try file.change(.addList("More"))
    for error in [EINTR, FailingCalls.shortCount] where call != "flock" || error == EINTR {
      let failures = try failures(of: call, error)
      #expect(!failures.isEmpty && !failures.contains(true))
    }
  }

  @Test("a file that cannot be watched is an error", arguments: ["inotify_init1", "inotify_add_watch"])
  func unwatched(call: String) throws {
    for error in [EIO, ENOSPC, EMFILE] {
      FailingCalls.plan(call, error, number: 1, in: call == "inotify_init1" ? "" : directory.path)
      #expect(throws: SystemError.self) { _ = try FileWatch(directory: directory.path) }
      #expect(FailingCalls.end() > 0)
    }
  }

  @Test("a watch that cannot be read is an error, and one that is interrupted goes on")
  func unreadWatch() async throws {
    for error in [EIO, EINTR] {
      let watch = try FileWatch(directory: directory.path)
      _ = try directory.write("{}", to: "todo.json")
      FailingCalls.plan("read", error, number: 1, in: "inotify")
      var failure: SystemError?
      do throws(SystemError) {
        #expect(try await watch.next(of: "todo.json") != nil)
      } catch {
        failure = error
      }
      #expect(FailingCalls.end() > 0)
      #expect(failure?.code == (error == EIO ? EIO : nil))
    }
  }
}
