import Foundation

/// System calls on file descriptors, as functions that throw.
enum FileDescriptor {
  /// Reads at most as many bytes as the buffer can hold, or no bytes at the end of the file.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> ArraySlice<UInt8> {
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return buffer[..<count] }
      switch errno {
      case EINTR: continue
      case EAGAIN: _ = try ready([descriptor])
      default: throw .last
      }
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + start, $0.count - start) }
      if count >= 0 {
        start += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: _ = try ready([descriptor], for: POLLOUT)
      default: throw .last
      }
    }
  }

  static func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    try with(path, O_RDONLY, readAll)
  }

  /// Reads a whole file, or returns `nil` for a stream, which may have no end or no writer.
  static func readNoStream(_ path: String) throws(SystemError) -> [UInt8]? {
    try with(path, O_RDONLY | O_NONBLOCK) { descriptor throws(SystemError) in
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .last }
      return isStream(status) ? nil : try readAll(descriptor)
    }
  }

  private static func with<Value>(
    _ path: String, _ flags: Int32, _ body: (Int32) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last }
    defer { _ = close(descriptor) }
    return try body(descriptor)
  }

  /// Returns whether a path leads to a stream: a pipe, or a device such as a terminal.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && isStream(status)
  }

  private static func isStream(_ status: stat) -> Bool { [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) }

  /// Reads an open file from the current position to its end.
  static func readAll(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let chunk = try read(descriptor, into: &buffer)
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
    }
  }

  /// Creates a file, which must not exist yet, and removes the file if writing fails.
  static func createFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    try with(path, O_WRONLY | O_CREAT | O_EXCL) { descriptor throws(SystemError) in
      do throws(SystemError) {
        try write(bytes, to: descriptor)
      } catch {
        _ = unlink(path)
        throw error
      }
    }
  }

  /// Opens `/dev/null` for standard streams that are closed.
  ///
  /// Without this call, other files would get these descriptors.
  static func openStandardStreams() {
    var descriptor: Int32
    repeat {
      descriptor = open("/dev/null", O_RDONLY)
    } while (0...2).contains(descriptor)
    if descriptor > 2 { _ = close(descriptor) }
  }

  /// Waits until a file is ready.
  ///
  /// - Returns: The files that are ready, in order, or none after the deadline.
  static func ready(
    _ descriptors: some Sequence<Int32>, for event: Int32 = POLLIN, until deadline: ContinuousClock.Instant? = nil
  ) throws(SystemError) -> [Int32] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(event), revents: 0) }
    func timeout() -> Int32 {
      guard let deadline else { return -1 }
      let milliseconds = (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)
      return Int32(min(max(0, milliseconds), Double(Int32.max)))
    }
    while poll(&requests, nfds_t(requests.count), timeout()) < 0 {
      if errno != EINTR { throw .last }
    }
    return requests.filter { $0.revents != 0 }.map(\.fd)
  }
}
