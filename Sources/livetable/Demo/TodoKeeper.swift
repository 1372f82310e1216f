import Dispatch
import Foundation
import LiveTables

/// What changes meet on their way into the file; to try what becomes of edits that wait.
struct DemoDisk: Equatable {
  /// How long each change takes, in seconds.
  var delay = 0.0
  /// Whether no change is taken.
  var refuses = false
}

/// Reads and changes the file, one thing after the other, and says what came of it in the same order.
final class TodoKeeper: Sendable {
  /// What came of something.
  enum News: Sendable {
    /// This is in the file.
    case read(TodoTable)
    /// A change with this number is in the file, in which this is now.
    case changed(Int, TodoTable)
    /// A change with this number found nothing to be changed; this is in the file.
    case missed(Int, TodoTable)
    /// A change with this number was no use, or, without a number, the file is none.
    case failed(Int?, TodoFileError)
  }

  /// What came of everything, until it is finished.
  let news: AsyncStream<News>
  private let file: TodoFile
  private let disk: DemoDisk
  private let queue = DispatchQueue(label: "livetable.todo")
  private let said: AsyncStream<News>.Continuation

  init(_ file: TodoFile, disk: DemoDisk = DemoDisk()) {
    self.file = file
    self.disk = disk
    (news, said) = AsyncStream.makeStream(of: News.self)
  }

  /// Reads the file.
  func read() {
    queue.async { [self] in
      do throws(TodoFileError) {
        said.yield(.read(try file.read()))
      } catch {
        said.yield(.failed(nil, error))
      }
    }
  }

  /// Changes the file.
  func change(_ number: Int, _ change: TodoChange) {
    queue.async { [self] in
      do throws(TodoFileError) {
        Thread.sleep(forTimeInterval: disk.delay)
        if disk.refuses { throw TodoFileError("the disk refuses every change (--refuse)") }
        let (table, isFound) = try file.change(change)
        said.yield(isFound ? .changed(number, table) : .missed(number, table))
      } catch {
        said.yield(.failed(number, error))
      }
    }
  }

  /// Waits until all that was asked for is done, and says no more.
  func finish() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
    said.finish()
  }
}
