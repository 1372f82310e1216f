import Foundation

/// System calls on file descriptors, as functions that throw.
enum FileDescriptor {
  /// Reads at most as many bytes as the buffer holds, or none at the end of the file.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> ArraySlice<UInt8> {
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return buffer[..<count] }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: descriptor, events: Int16(POLLIN))
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
      case EAGAIN: try wait(for: descriptor, events: Int16(POLLOUT))
      default: throw .last
      }
    }
  }

  static func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { _ = close(descriptor) }
    return try readAll(descriptor)
  }

  /// Reads a whole file, or returns `nil` for a stream, which may have no end or no writer.
  static func readNoStream(_ path: String) throws(SystemError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return isStream(status) ? nil : try readAll(descriptor)
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
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last }
    defer { _ = close(descriptor) }
    do {
      try write(bytes, to: descriptor)
    } catch {
      _ = unlink(path)
      throw error
    }
  }

  /// Opens `/dev/null` for standard streams that are closed.
  ///
  /// Otherwise, another file would get their descriptors.
  static func openStandardStreams() {
    var descriptor: Int32
    repeat {
      descriptor = open("/dev/null", O_RDONLY)
    } while (0...2).contains(descriptor)
    if descriptor > 2 { _ = close(descriptor) }
  }

  /// Waits until a non-blocking file is ready.
  private static func wait(for descriptor: Int32, events: Int16) throws(SystemError) {
    var requests = [pollfd(fd: descriptor, events: events, revents: 0)]
    guard poll(&requests, nfds_t(requests.count), -1) >= 0 || errno == EINTR else { throw .last }
  }
}
