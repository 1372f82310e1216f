import Foundation
import Testing

@testable import livetable

@Suite struct FileDescriptorTests {
  @Test func filesThatDoNotBlockAreWaitedFor() throws {
    let pipe = try PipeEnds()
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    // The data exceeds the capacity of the pipe, so each end waits for the other.
    Thread.detachNewThread {
      try? FileDescriptor.write(bytes, to: pipe.writing)
      close(pipe.writing)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    var read: [UInt8] = []
    while case let chunk = try FileDescriptor.read(pipe.reading, into: &buffer), !chunk.isEmpty { read += chunk }
    close(pipe.reading)
    #expect(read == bytes)
  }

  @Test func standardStreamsThatAreClosedAreOpenedAndNothingElse() async {
    await #expect(processExitsWith: .success) {
      func openFiles() -> [Int32] { (0..<100).filter { fcntl($0, F_GETFD) >= 0 } }
      // Frees descriptor 3, which an extra file opened by mistake would get.
      let other = dup(3)
      close(3)
      let before = openFiles()
      close(0)
      FileDescriptor.openStandardStreams()
      #expect(openFiles() == before)
      dup2(other, 3)
    }
  }

  #if os(Linux)
  @Test func whoWaitsForAFileSleeps() async throws {
    let pipe = try PipeEnds()
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    let (readers, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      reader.yield(thread ?? "")
      var buffer = [UInt8](repeating: 0, count: 1)
      _ = try? FileDescriptor.read(pipe.reading, into: &buffer)
      close(pipe.reading)
      reader.finish()
    }
    var iterator = readers.makeAsyncIterator()
    let thread = try #require(await iterator.next())
    var (state, ticks) = ("", 0)
    while state != "S", ticks < 20 {
      let text = String(decoding: try FileDescriptor.readFile("/proc/\(thread)/stat"), as: UTF8.self)
      let words = try #require(text.split(separator: ")").last).split(separator: " ")
      (state, ticks) = (String(words[0]), (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0))
    }
    #expect(state == "S", "it computes")
    close(pipe.writing)
    #expect(await iterator.next() == nil)
  }
  #endif
}
