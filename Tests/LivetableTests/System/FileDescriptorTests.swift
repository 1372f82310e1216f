import Foundation
import Testing

@testable import livetable

@Suite struct FileDescriptorTests {
  @Test func filesThatDoNotBlockAreWaitedFor() throws {
    let pipe = try PipeEnds()
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    // It is more than a pipe holds, so each end waits for the other.
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
}
