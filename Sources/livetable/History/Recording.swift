import Foundation

final class Recording: Sendable {
  private let file: Int32

  /// Opens a recording, and ends an incomplete line at its end.
  ///
  /// - Throws: ``InputError`` if the file is not a recording, or ``SystemError`` if it cannot be written.
  init(_ path: String, source: String) throws {
    file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemError.last }
    let size = lseek(file, 0, SEEK_END)
    if size > 0 {
      let mark = Array(StateEncoder.mark.utf8)
      var start = [UInt8](repeating: 0, count: mark.count)
      let count = pread(file, &start, start.count, 0)
      guard count == start.count, start == mark else {
        throw InputError(
          source: path, problem: "it is not a recording, so nothing is appended to it",
          remedy: "name another file with --record")
      }
      var last: UInt8 = .lineFeed
      _ = pread(file, &last, 1, size - 1)
      if last != .lineFeed { try append("\n") }
    }
    var first = StateEncoder.mark + ",\"source\":"
    first.appendJSONString(source)
    try append(first + "}\n")
  }

  deinit { if file >= 0 { _ = close(file) } }

  func append(_ text: String) throws(SystemError) { try FileDescriptor.write(Array(text.utf8), to: file) }
}
