import Foundation
import LiveTables

/// A file of lists, which several processes read and change at once.
///
/// Every change is made to what is in the file at that moment, under a lock that all of them take, and the file is replaced
/// as a whole: whoever reads it without the lock sees it before or after a change, never in between, also when the process
/// that changes it is killed. The lock is the kernel's and goes with its process.
///
/// All of this blocks; it is done away from the main thread by ``TodoKeeper``.
struct TodoFile: Sendable {
  /// Where the file is, links resolved.
  let path: String

  init(_ path: String) {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    self.path = url.path
  }

  /// The directory that the file is in.
  var directory: String { URL(filePath: path).deletingLastPathComponent().path }

  /// The file's own name.
  var name: String { URL(filePath: path).lastPathComponent }

  private var lockPath: String { "\(directory)/.\(name).lock" }
  private var newPath: String { "\(directory)/.\(name).new" }

  /// Reads the lists; without a file they are blank.
  func read() throws(TodoFileError) -> TodoTable {
    let bytes: [UInt8]
    do {
      bytes = try FileDescriptor.readFile(path)
    } catch {
      if error.code == ENOENT { return .blank }
      throw TodoFileError("\(error)")
    }
    return bytes.isEmpty ? .blank : try TodoDocument(bytes).table
  }

  /// Changes the lists in the file.
  ///
  /// - Returns: The lists after that, and whether they had what was to be changed.
  /// - Throws: Where the file is no use; it stays what it is.
  func change(_ change: TodoChange) throws(TodoFileError) -> (table: TodoTable, isFound: Bool) {
    let lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw TodoFileError("its lock: \(SystemError.last)") }
    defer { _ = close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      if errno != EINTR { throw TodoFileError("its lock: \(SystemError.last)") }
    }
    var table = try read()
    guard change.apply(to: &table) else { return (table, false) }
    try replace(with: TodoDocument(table).bytes())
    return (table, true)
  }

  /// Puts another file in the place of this one; under the lock, so that the name of the new one is free.
  private func replace(with bytes: [UInt8]) throws(TodoFileError) {
    let new = open(newPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard new >= 0 else { throw TodoFileError("\(SystemError.last)") }
    do {
      defer { _ = close(new) }
      var status = stat()
      if stat(path, &status) == 0 { _ = fchmod(new, status.st_mode & 0o7777) }
      try FileDescriptor.write(bytes, to: new)
      guard fsync(new) == 0, rename(newPath, path) == 0 else { throw SystemError.last }
    } catch {
      _ = unlink(newPath)
      throw TodoFileError("\(error)")
    }
  }
}
