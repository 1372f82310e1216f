#if SQLite
import Foundation

/// An executor that runs tasks on a queue, which can be suspended.
@available(macOS 15, iOS 18, *)
final class QueuedTasks: TaskExecutor {
  let queue = DispatchQueue(label: "tasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
#endif
