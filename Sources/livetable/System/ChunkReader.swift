import Dispatch
import Foundation

/// Reads a file in chunks, until the waiting task is cancelled.
struct ChunkReader: ~Copyable, Sendable {
  private let descriptor: Int32
  private let size: Int
  private let bell: PipeEnds
  private let queue = DispatchQueue(label: "livetable.reading")

  init(_ descriptor: Int32, size: Int = 1 << 14) throws(SystemError) {
    self.descriptor = descriptor
    self.size = size
    bell = try PipeEnds()
  }

  deinit { bell.close() }

  /// Waits for the next chunk.
  ///
  /// - Returns: The bytes, which are empty after the deadline, or `nil` at the file's end or if the task is cancelled.
  /// - Throws: The system's error.
  func next(until deadline: ContinuousClock.Instant? = nil) async throws(SystemError) -> [UInt8]? {
    let (descriptor, size, bell) = (descriptor, size, bell)
    let result: Result<[UInt8]?, SystemError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { @Sendable in
          continuation.resume(
            returning: Result { () throws(SystemError) in try Self.read(descriptor, size, bell, until: deadline) })
        }
      }
    } onCancel: {
      try? FileDescriptor.write([0], to: bell.writing)
    }
    return try result.get()
  }

  private static func read(
    _ descriptor: Int32, _ size: Int, _ bell: PipeEnds, until deadline: ContinuousClock.Instant?
  ) throws(SystemError) -> [UInt8]? {
    let ready = try FileDescriptor.ready([descriptor, bell.reading], until: deadline)
    if ready.contains(bell.reading) { return nil }
    if ready.isEmpty { return [] }
    var buffer = [UInt8](repeating: 0, count: size)
    let chunk = try FileDescriptor.read(descriptor, into: &buffer)
    return chunk.isEmpty ? nil : Array(chunk)
  }
}
