import Foundation
import Synchronization
import Testing

@testable import livetable

/// A terminal without a screen: a test sees what is written to it, and presses its keys.
///
/// Programs open it by its path; it goes with its last reference.
final class PseudoTerminal: Sendable {
  /// Where programs find it.
  let path: String
  private let descriptor: Int32
  /// Keeps it open between one program and the next.
  private let other: Int32
  /// What was read behind the text that was waited for last.
  private let rest = Mutex<[UInt8]>([])

  init() throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0, let path = Self.unlock(descriptor) else { throw SystemError.last }
    self.path = path
    other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(descriptor)
    close(other)
  }

  /// Presses keys.
  func press(_ keys: String) throws {
    try FileDescriptor.write(Array(keys.utf8), to: descriptor)
  }

  /// Reads until a text was written.
  ///
  /// - Returns: All that was written since the last call, the text included.
  @discardableResult func read(until text: String) async throws -> String {
    let reader = try ChunkReader(descriptor)
    let wanted = Array(text.utf8)
    var bytes = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    while true {
      if let end = bytes.firstRange(of: wanted)?.upperBound {
        rest.withLock { $0 = Array(bytes[end...]) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard let chunk = try await reader.next() else { throw SystemError(code: EPIPE) }
      bytes += chunk
    }
  }

  /// Lets programs open it.
  ///
  /// - Returns: Its path.
  private static func unlock(_ descriptor: Int32) -> String? {
    #if canImport(Darwin)
    guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor) else { return nil }
    return String(cString: name)
    #else
    // `unlockpt` and `ptsname` cannot be called here; these are the requests that they make.
    var (number, isLocked) = (Int32(0), Int32(0))
    guard ioctl(descriptor, 0x4004_5431, &isLocked) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0 else {
      return nil
    }
    return "/dev/pts/\(number)"
    #endif
  }
}
