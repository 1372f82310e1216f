import Foundation
import Synchronization
import Testing

@testable import livetable

/// A pseudo terminal whose output a test reads, and whose keys it presses.
///
/// Programs open the terminal by its path. The terminal is closed with its last reference.
final class PseudoTerminal: Sendable {
  let path: String
  private let descriptor: Int32
  /// Keeps the terminal open between programs.
  private let other: Int32
  /// The output that follows the last text that was awaited.
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

  func press(_ keys: String) throws {
    try FileDescriptor.write(Array(keys.utf8), to: descriptor)
  }

  /// Reads the output up to and including a text.
  ///
  /// - Returns: The output since the last call, including the text.
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

  /// Unlocks the terminal for programs.
  ///
  /// - Returns: The path of the terminal.
  private static func unlock(_ descriptor: Int32) -> String? {
    #if canImport(Darwin)
    guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor) else { return nil }
    return String(cString: name)
    #else
    // `unlockpt` and `ptsname` are not available here; these are the requests that they make.
    var (number, isLocked) = (Int32(0), Int32(0))
    guard ioctl(descriptor, 0x4004_5431, &isLocked) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0 else {
      return nil
    }
    return "/dev/pts/\(number)"
    #endif
  }
}
