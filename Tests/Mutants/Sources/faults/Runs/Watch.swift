import Foundation
import Synchronization

/// Ends the processes of a run that are idle or compute for too long, independently of the load of the machine.
final class Watch: Sendable {
  /// The number of idle seconds after which a run is ended.
  private static let idleTime = 6

  private struct State {
    var isOver = false
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - run: The run whose processes are watched.
  ///   - seconds: The limit of their processor time.
  init(_ run: RunMark, seconds: Int) {
    Thread.detachNewThread { self.watch(run, seconds) }
  }

  /// Stops watching, and returns whether the run was ended.
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

  /// Returns the processor time that a run has used, and whether one of its threads is runnable.
  private static func usage(_ run: RunMark) -> (ticks: Int, isRunnable: Bool) {
    var ticks = 0
    var isRunnable = false
    for number in run.processes {
      // The processor ticks of the process and of its ended children.
      ticks += (stat("\(number)") ?? []).dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? []
      isRunnable = isRunnable || threads.contains { ["R", "D"].contains(stat("\(number)/task/\($0)")?[0]) }
    }
    return (ticks, isRunnable)
  }

  /// Returns the fields of a process or thread from its state on.
  private static func stat(_ path: String) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(path)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: name)...].split(separator: " ")
  }
}
