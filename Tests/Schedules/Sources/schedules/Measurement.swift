import Dispatch
import Glibc
import LiveTablesSchedules

/// Measures how many schedules of small bodies run in a second, next to the bodies without a scheduler.
enum Measurement {
  private actor Counter {
    private(set) var count = 0

    func add() { count += 1 }
  }

  /// Runs tasks that each call one actor.
  @Sendable private static func body(_ tasks: Int) async {
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<tasks { group.addTask { await counter.add() } }
    }
  }

  static func run() {
    for tasks in 2...5 {
      var exploration = Exploration("\(tasks) tasks")
      exploration.rules = .user
      var report = ExplorationReport?.none
      let explored = seconds { report = exploration.exhaust(trial(of: tasks)) }
      let normal = seconds { runNormally(tasks, times: 1_000) } / 1_000
      guard let report else { continue }
      let each = explored / Double(report.schedules)
      print("\(tasks) tasks: \(report)")
      print("  \(Int(1 / each)) schedules a second of processor time;", terminator: " ")
      print("\(micro(each)) µs each, \(micro(normal)) µs normally")
    }
  }

  private static func trial(of tasks: Int) -> (Schedule) -> Trial {
    { _ in
      Trial {
        await body(tasks)
      } verdict: {
        []
      }
    }
  }

  private static func runNormally(_ tasks: Int, times: Int) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for _ in 0..<times { await body(tasks) }
      done.signal()
    }
    done.wait()
  }

  /// Returns the processor time of all threads that a body takes.
  private static func seconds(_ body: () -> Void) -> Double {
    let begin = clock()
    body()
    return Double(clock() - begin) / 1_000_000
  }

  private static func micro(_ seconds: Double) -> Int { Int((seconds * 1_000_000).rounded()) }
}
