#if SQLite
internal import Foundation

/// An identity that distinguishes a file from other files at the same path.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)  // negative for some devices on Apple platforms
    number = UInt64(status.st_ino)
  }
}
#endif
