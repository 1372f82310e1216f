import Foundation
import Synchronization

/// Ends a process that waits for nothing, or that computes for too long; how busy the machine is makes no difference.
final class Watch: Sendable {
  /// So long, in seconds, nothing at all happens in a process that is given up.
  private static let idleTime = 6

  private struct State {
    var isOver = false
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - process: The process that is watched, with those that it has begun.
  ///   - seconds: How long they may compute.
  init(_ process: pid_t, seconds: Int) {
    Thread.detachNewThread { self.watch(process, seconds) }
  }

  /// Whether it was ended for one of these.
  func finish() -> Bool {
    state.withLock {
      $0.isOver = true
      return $0.hasEnded
    }
  }

  private func watch(_ process: pid_t, _ seconds: Int) {
    var (last, idle) = (0, 0)
    while !state.withLock({ $0.isOver }) {
      sleep(1)
      let now = Self.usage(process)
      idle = now.isRunnable || now.ticks != last ? 0 : idle + 1
      last = now.ticks
      if idle < Self.idleTime, now.ticks / sysconf(Int32(_SC_CLK_TCK)) <= seconds { continue }
      return state.withLock {
        if $0.isOver { return }
        $0.hasEnded = true
        for number in now.processes.reversed() { kill(number, SIGKILL) }
      }
    }
  }

  /// What a process and its descendants have used of the processors, and whether one of their threads could run.
  private static func usage(_ process: pid_t) -> (ticks: Int, isRunnable: Bool, processes: [pid_t]) {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
    let fields = Dictionary(uniqueKeysWithValues: all.compactMap { number in stat("\(number)").map { (number, $0) } })
    var found = [process]
    var place = 0
    while place < found.count {
      found += fields.keys.filter { fields[$0]?[1] == "\(found[place])" }
      place += 1
    }
    var ticks = 0
    var isRunnable = false
    for number in found {
      // In ticks: what it used itself, and those of its children that have ended.
      ticks += (fields[number] ?? []).dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? []
      isRunnable = isRunnable || threads.contains { ["R", "D"].contains(stat("\(number)/task/\($0)")?[0]) }
    }
    return (ticks, isRunnable, found)
  }

  /// The fields of a process or thread from its state on.
  private static func stat(_ path: String) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(path)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: name)...].split(separator: " ")
  }
}
