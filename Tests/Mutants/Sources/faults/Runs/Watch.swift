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
  ///   - run: Whose processes are watched.
  ///   - seconds: How long they may compute.
  init(_ run: RunMark, seconds: Int) {
    Thread.detachNewThread { self.watch(run, seconds) }
  }

  /// Whether it was ended for one of these.
  func finish() -> Bool {
    state.withLock {
      $0.isOver = true
      return $0.hasEnded
    }
  }

  private func watch(_ run: RunMark, _ seconds: Int) {
    var (last, idle) = (0, 0)
    while !state.withLock({ $0.isOver }) {
      sleep(1)
      let now = Self.usage(run)
      idle = now.isRunnable || now.ticks != last ? 0 : idle + 1
      last = now.ticks
      if idle < Self.idleTime, now.ticks / sysconf(Int32(_SC_CLK_TCK)) <= seconds { continue }
      return state.withLock {
        if $0.isOver { return }
        $0.hasEnded = true
        run.end()
      }
    }
  }

  /// What the processes of a run have used of the processors, and whether one of their threads could run.
  private static func usage(_ run: RunMark) -> (ticks: Int, isRunnable: Bool) {
    var ticks = 0
    var isRunnable = false
    for number in run.processes {
      // In ticks: what it used itself, and those of its children that have ended.
      ticks += (stat("\(number)") ?? []).dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? []
      isRunnable = isRunnable || threads.contains { ["R", "D"].contains(stat("\(number)/task/\($0)")?[0]) }
    }
    return (ticks, isRunnable)
  }

  /// The fields of a process or thread from its state on.
  private static func stat(_ path: String) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(path)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: name)...].split(separator: " ")
  }
}
