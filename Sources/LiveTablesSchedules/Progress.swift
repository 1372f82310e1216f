#if compiler(>=6.3) && canImport(Glibc)
import CSchedules
import Glibc

/// Memory in which a child process notes the current schedule and its result, for its parent.
///
/// The memory outlives a child that crashes or is killed.
final class Progress: @unchecked Sendable {  // one process writes, and the other one reads
  /// The progress of this process, if it is a child.
  nonisolated(unsafe) static var shared: Progress?  // written once, before the first run

  private static let choiceLimit = 20_000
  private static let textOffset = 64 + 2 * choiceLimit
  private static let textLimit = 1 << 20
  private static let size = textOffset + textLimit

  private let memory: UnsafeMutableRawPointer

  /// Allocates the memory, or returns `nil`.
  init?() {
    guard let memory = schedules_share(Self.size) else { return nil }
    self.memory = memory
  }

  deinit { munmap(memory, Self.size) }

  private func word(_ index: Int) -> Int { memory.load(fromByteOffset: 8 * index, as: Int.self) }

  private func set(_ index: Int, _ value: Int) {
    memory.storeBytes(of: value, toByteOffset: 8 * index, as: Int.self)
  }

  // MARK: Written by the child

  func beginRun() {
    set(1, 0)
    set(2, word(2) + 1)
  }

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
    let text = text.prefix(Self.textLimit)
    memory.advanced(by: Self.textOffset).copyMemory(from: Array(text), byteCount: text.count)
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

  /// The text that the child has written at its end.
  var text: [UInt8]? {
    let count = word(3)
    return count > 0
      ? Array(UnsafeRawBufferPointer(start: memory.advanced(by: Self.textOffset), count: count)) : nil
  }
}
#endif
