import Foundation
import Testing

@testable import livetable

@Suite(.timeLimit(.minutes(20))) struct ChunkReaderTests {
  @Test func whatWasWrittenComesInChunksAndThenNothing() async throws {
    let pipe = try PipeEnds()
    defer { close(pipe.reading) }
    try FileDescriptor.write(Array("abcde".utf8), to: pipe.writing)
    close(pipe.writing)
    let reader = try ChunkReader(pipe.reading, size: 3)
    var chunks: [[UInt8]?] = []
    for _ in 0..<3 { chunks.append(try await reader.next()) }
    #expect(chunks == [Array("abc".utf8), Array("de".utf8), nil])
  }

  @Test func aTaskThatIsCancelledDoesNotWaitForAFile() async throws {
    let pipe = try PipeEnds()
    defer { pipe.close() }
    let task = Task { try await ChunkReader(pipe.reading).next() }
    task.cancel()
    #expect(try await task.value == nil)
  }
}
