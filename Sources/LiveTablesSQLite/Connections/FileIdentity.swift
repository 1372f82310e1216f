#if SQLite
internal import Foundation

/// Distinguishes a file from another one that took its place.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The file that is at a path now, if there is one.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)  // negative for some devices of Apple's systems
    number = UInt64(status.st_ino)
  }
}
#endif
