import Foundation
import Synchronization

/// The processes of a run, wherever they have gone.
///
/// They may leave its group and its session, and are left behind where what began them is killed. All of them have the
/// mark in their environment.
struct RunMark: Sendable {
  private static let count = Atomic(0)
  private static let name = "FAULT_RUN"

  private let value: String

  /// The mark of one run.
  init() { value = "\(getpid()).\(Self.count.add(1, ordering: .relaxed).newValue)." }

  private init(value: String) { self.value = value }

  /// What all runs of this process have in common.
  fileprivate static var all: RunMark { RunMark(value: "\(getpid()).") }

  /// What the environment of the run's first process has to have.
  var environment: [String: String] { [Self.name: value] }

  /// The processes that have not ended.
  var processes: [pid_t] {
    let text = Data("\(Self.name)=\(value)".utf8)
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
    return numbers.filter { number in
      (try? Data(contentsOf: URL(filePath: "/proc/\(number)/environ")))?.range(of: text) != nil
    }
  }

  /// Ends them; none is left afterwards.
  func end() {
    while case let left = processes, !left.isEmpty {
      for number in left { kill(number, SIGKILL) }
      usleep(1_000)
    }
  }

  /// From now on all runs end with this process, where a signal ends that.
  static func endAtSignals() {
    for number in [SIGINT, SIGTERM] { signal(number, endAll) }
  }
}

/// The main thread, which gets the signals, only waits: so it may do here what handlers may not do elsewhere.
private let endAll: @convention(c) (Int32) -> Void = {
  RunMark.all.end()
  _exit(128 + $0)
}
