import Foundation
import Synchronization
import Testing

@testable import livetable

@Suite(.timeLimit(.minutes(20))) struct FileWatchTests {
  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    file = directory.path + "/rows.csv"
  }

  @Test func aFileThatIsReplacedIsNoticedAndOthersAreNot() async throws {
    let watch = try FileWatch(directories: [directory.path])
    _ = try directory.write("other", to: "other.json")
    #expect(rename(directory.path + "/other.json", file) == 0)
    #expect(try await watch.next(of: ["rows.csv"]) == .whole)
    _ = try directory.write("{}", to: "rows.csv")
    #expect(try await watch.next(of: ["rows.csv"]) == .whole)
    #expect(unlink(file) == 0)
    #expect(try await watch.next(of: ["rows.csv"]) == .whole)
  }

  @Test func whoWaitsCanBeCancelled() async throws {
    let path = directory.path
    let waiting = Task {
      let watch = try FileWatch(directories: [path])
      return try await watch.next(of: ["rows.csv"])
    }
    waiting.cancel()
    #expect(try await waiting.value == nil)
    #expect(throws: SystemError.self) { _ = try FileWatch(directories: [path + "/nowhere"]) }
  }

  #if !canImport(Darwin)
  @Test("an open file is read when it is closed, or after the patience when it was written")
  func openFile() async throws {
    let path = directory.path
    let writer = open(try directory.write("", to: "rows.csv"), O_WRONLY | O_APPEND)
    let (isBegun, begun) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task {
      defer { begun.finish() }
      let watch = try FileWatch(directories: [path])
      begun.finish()
      return try await watch.next(of: ["rows.csv"])
    }
    for await _ in isBegun {}
    let eager = try FileWatch(directories: [path], openFileDelay: .zero)
    for _ in 0..<50 {
      try FileDescriptor.write([0x20], to: writer)
      #expect(try await eager.next(of: ["rows.csv"]) == .part)
    }
    _ = close(writer)
    #expect(try await waiting.value == .whole)
    #expect(try await eager.next(of: ["rows.csv"]) == .whole)
  }

  @Test("a file that is written continuously is read after the patience") func writtenWithoutPause() async throws {
    let watch = try FileWatch(directories: [directory.path], openFileDelay: .milliseconds(1))
    let writer = open(try directory.write("", to: "other.json"), O_WRONLY)
    #expect(rename(directory.path + "/other.json", file) == 0)
    #expect(try await watch.next(of: ["rows.csv"]) == .whole)
    let isSeen = Atomic(false)
    let writing = onThread {
      defer { _ = close(writer) }
      while !isSeen.load(ordering: .relaxed) {
        try FileDescriptor.write([0x20], to: writer)
        lseek(writer, 0, SEEK_SET)  // the file stays small
      }
    }
    #expect(try await watch.next(of: ["rows.csv"]) == .part)
    isSeen.store(true, ordering: .relaxed)
    try await writing.value
  }

  @Test func namesAreReadFromTheKernelsEvents() {
    let file = event("rows.csv", padded: 16)
    let events = FileWatch.events(file + event("", padded: 0) + event("a", padded: 4, mask: 0x4002))
    #expect(events.map(\.name) == ["rows.csv", "", "a"] && events.map(\.mask) == [8, 8, 0x4002])
    #expect(FileWatch.events([]).isEmpty)
    #expect(FileWatch.events(Array(file.prefix(20))).map(\.name) == ["rows"], "cut off")
  }

  @Test("the last event tells whether a file is still being written") func lastEvent() {
    func change(_ events: [UInt8]...) -> FileWatch.Change? {
      FileWatch.change(of: ["rows.csv"], in: events.flatMap(\.self))
    }
    let (written, closed) = (event("rows.csv", padded: 16, mask: 2), event("rows.csv", padded: 16))
    let other = event("a", padded: 4)
    #expect(change(other) == nil && change() == nil)
    #expect(change(written, other) == .part && change(closed, written) == .part)
    #expect(change(written, closed, other) == .whole)
    #expect(change(event("rows.csv", padded: 16, mask: 0x100)) == .part, "a new file is about to be written")
    // An event without a name reports that events were lost.
    #expect(change(written, event("", padded: 0)) == .whole)
  }

  /// Returns an event in the kernel's format, by default one that reports a closed file.
  private func event(_ name: String, padded length: Int, mask: UInt16 = 8) -> [UInt8] {
    [1, 0, 0, 0, UInt8(mask & 0xFF), UInt8(mask >> 8), 0, 0, 0, 0, 0, 0, UInt8(length), 0, 0, 0] + name.utf8
      + [UInt8](repeating: 0, count: length - name.utf8.count)
  }
  #endif
}
