#if compiler(>=6.3) && canImport(Glibc)
import CSchedules
import Foundation

/// Memory in which a child process notes the current schedule and its result, for its parent.
///
/// The memory outlives a child that crashes or is killed.
final class Progress: @unchecked Sendable {  // one process writes, and the other one reads
  /// The progress of this process, if it is a child.
  nonisolated(unsafe) static var shared: Progress?  // written once, before the first run

  private static let choiceLimit = 20_000
  private static let textOffset = 64 + 2 * choiceLimit
  private static let textLimit = 1 << 23
  private static let size = textOffset + textLimit

  private let memory: UnsafeMutableRawPointer
  /// The standard error output of the current run, or -1.
  private let errorFile = schedules_temporary_file()
  /// The device and number of the file that receives the errors of this process, or empty if they are not discarded.
  private var silentFile: [UInt64] = []

  /// Allocates the memory, or returns `nil`.
  init?() {
    guard let memory = schedules_share(Self.size) else { return nil }
    self.memory = memory
  }

  deinit {
    munmap(memory, Self.size)
    close(errorFile)
  }

  private func word(_ index: Int) -> Int { memory.load(fromByteOffset: 8 * index, as: Int.self) }

  private func set(_ index: Int, _ value: Int) {
    memory.storeBytes(of: value, toByteOffset: 8 * index, as: Int.self)
  }

  // MARK: Written by the child

  func beginRun() {
    set(1, 0)
    set(2, word(2) + 1)
    // The body may have replaced standard error with a file of its own, which must not be truncated.
    if !silentFile.isEmpty, Self.identity(of: STDERR_FILENO) == silentFile { ftruncate(STDERR_FILENO, 0) }
  }

  /// Discards the output of this process, which would be repeated for each schedule.
  func silence() {
    let null = open("/dev/null", O_WRONLY)
    dup2(null, STDOUT_FILENO)
    if dup2(errorFile, STDERR_FILENO) >= 0 {
      silentFile = Self.identity(of: STDERR_FILENO)
    } else {
      dup2(null, STDERR_FILENO)
    }
    close(null)
  }

  private static func identity(of file: Int32) -> [UInt64] {
    var status = stat()
    return fstat(file, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }

  /// Keeps this memory from copies of this process, so that a copy that the body makes ends at its next turn.
  func hideFromCopies() { madvise(memory, Self.size, MADV_DONTFORK) }

  /// Counts runs from here on.
  func restartCount() { set(2, 0) }

  func beginTurn() { set(0, word(0) + 1) }

  func add(_ taken: Int) {
    let count = word(1)
    if count == Self.choiceLimit { return }
    memory.storeBytes(of: UInt16(clamping: taken), toByteOffset: 64 + 2 * count, as: UInt16.self)
    set(1, count + 1)
  }

  func finish(_ text: [UInt8]) {
    precondition(text.count <= Self.textLimit, "a failure contains only short texts")
    memory.advanced(by: Self.textOffset).copyMemory(from: text, byteCount: text.count)
    set(3, text.count)
  }

  // MARK: Read by the parent

  /// The number of turns in all runs so far.
  var turns: Int { word(0) }

  /// The number of runs, including the current one.
  var runs: Int { word(2) }

  /// The schedule of the current run.
  var schedule: Schedule {
    let path = (0..<word(1)).map { Int(memory.load(fromByteOffset: 64 + 2 * $0, as: UInt16.self)) }
    let end = path.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0
    return .path(Array(path[..<end]))
  }

  /// The last lines that the current run has written to standard error.
  var errors: String {
    var bytes = [UInt8](repeating: 0, count: 2_000)
    let count = pread(errorFile, &bytes, bytes.count, max(0, lseek(errorFile, 0, SEEK_END) - bytes.count))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The text that the child has written at its end.
  var text: [UInt8]? {
    let count = word(3)
    return count > 0
      ? Array(UnsafeRawBufferPointer(start: memory.advanced(by: Self.textOffset), count: count)) : nil
  }
}
#endif
