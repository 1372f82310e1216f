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
  /// - Returns: The bytes, which are empty after the deadline, or `nil` at the end or if the task is cancelled.
  /// - Throws: The system's error.
  func next(until deadline: ContinuousClock.Instant? = nil) async throws(SystemError) -> [UInt8]? {
    let (descriptor, size, bell) = (descriptor, size, bell)
    let result: Result<[UInt8]?, SystemError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { @Sendable in
          continuation.resume(returning: Self.read(descriptor, size, bell, until: deadline))
        }
      }
    } onCancel: {
      try? FileDescriptor.write([0], to: bell.writing)
    }
    return try result.get()
  }

  private static func read(
    _ descriptor: Int32, _ size: Int, _ bell: PipeEnds, until deadline: ContinuousClock.Instant?
  ) -> Result<[UInt8]?, SystemError> {
    var requests = [descriptor, bell.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&requests, nfds_t(requests.count), milliseconds(until: deadline)) < 0 {
      if errno != EINTR { return .failure(.last) }
    }
    if requests[1].revents != 0 { return .success(nil) }
    if requests[0].revents == 0 { return .success([]) }
    var buffer = [UInt8](repeating: 0, count: size)
    do {
      let chunk = try FileDescriptor.read(descriptor, into: &buffer)
      return .success(chunk.isEmpty ? nil : Array(chunk))
    } catch {
      return .failure(error)
    }
  }

  /// The timeout for `poll`.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let milliseconds = (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)
    return Int32(min(max(0, milliseconds), Double(Int32.max)))
  }
}
