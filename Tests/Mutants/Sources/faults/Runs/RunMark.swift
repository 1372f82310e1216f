import Foundation
import Synchronization

/// The processes of a run, identified by a mark in their environment.
///
/// Process groups and sessions do not suffice: a process can leave them, and survives if its parent is killed.
struct RunMark: Sendable {
  private static let count = Atomic(0)
  private static let name = "FAULT_RUN"

  private let value: String

  /// The mark of one run.
  init() { value = "\(getpid()).\(Self.count.add(1, ordering: .relaxed).newValue)." }

  private init(value: String) { self.value = value }

  /// The mark that all runs of this process share.
  fileprivate static var all: RunMark { RunMark(value: "\(getpid()).") }

  /// The environment variable to set for the run's first process.
  var environment: [String: String] { [Self.name: value] }

  /// The running processes with this mark.
  var processes: [pid_t] {
    let text = Data("\(Self.name)=\(value)".utf8)
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
    return numbers.filter { number in
      (try? Data(contentsOf: URL(filePath: "/proc/\(number)/environ")))?.range(of: text) != nil
    }
  }

  /// Kills the processes and waits until none is left.
  func end() {
    while case let left = processes, !left.isEmpty {
      for number in left { kill(number, SIGKILL) }
      usleep(1_000)
    }
  }

  /// Makes SIGINT and SIGTERM end all runs with this process.
  static func endAtSignals() {
    for number in [SIGINT, SIGTERM] { signal(number, endAll) }
  }
}

/// Calls functions that are not async-signal-safe, because the main thread, which gets the signals, only waits.
private let endAll: @convention(c) (Int32) -> Void = {
  RunMark.all.end()
  _exit(128 + $0)
}
