#if SQLite
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Signals when a database file, its journal or its write-ahead log may have been written, deleted or replaced.
///
/// The system reports it; nothing is polled. On Linux this is inotify, on Apple's systems a dispatch source for each file. The
/// database file itself is not opened for this: closing it again would drop the locks that this process holds on it.
final class FileSigns {
  /// Says that it is time to look.
  let received: AsyncStream<Void>
  private let signal: Signal

  #if os(Linux)
  private let number: Int

  /// Begins to watch.
  ///
  /// - Throws: ``DatabaseError`` if the system has no more watches.
  init(path: String) throws {
    let (signal, received) = Signal.make()
    guard let number = FileWatches.shared.add(path, signal) else { throw Self.error(path) }
    (self.signal, self.received, self.number) = (signal, received, number)
  }

  deinit {
    FileWatches.shared.remove(number)
    signal.finish()
  }
  #else
  private let source: any DispatchSourceProtocol

  deinit {
    source.cancel()
    signal.finish()
  }

  /// Begins to watch.
  init(path: String) throws {
    let (signal, received) = Signal.make()
    (self.signal, self.received) = (signal, received)
    let queue = DispatchQueue(label: "LiveTablesSQLite.signs")
    let watches = Watches(path: path, queue: queue) { signal.send() }
    let folder = open((path as NSString).deletingLastPathComponent, O_EVTONLY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.error(path) }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: folder, eventMask: [.write, .delete, .rename], queue: queue)
    self.source = source
    source.setCancelHandler { @Sendable in
      watches.end()
      close(folder)
    }
    source.setEventHandler { @Sendable in
      watches.renew()
      signal.send()
    }
    queue.sync { watches.renew() }
    source.activate()
  }

  /// The log and the journal; only ever touched on the queue.
  private final class Watches: @unchecked Sendable {
    private let path: String
    private let queue: DispatchQueue
    private let signal: @Sendable () -> Void
    private var sources: [String: any DispatchSourceFileSystemObject] = [:]

    init(path: String, queue: DispatchQueue, signal: @escaping @Sendable () -> Void) {
      (self.path, self.queue, self.signal) = (path, queue, signal)
    }

    func renew() {
      for suffix in ["-wal", "-journal"] where sources[suffix] == nil {
        let descriptor = open(path + suffix, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { continue }
        // Sources may be used on any thread, though not every platform's declarations say so.
        nonisolated(unsafe) let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
        source.setCancelHandler { @Sendable in close(descriptor) }
        source.setEventHandler { @Sendable [unowned self] in
          if !source.data.isDisjoint(with: [.delete, .rename]) {
            sources.removeValue(forKey: suffix)?.cancel()
            renew()
          }
          signal()
        }
        sources[suffix] = source
        source.activate()
      }
    }

    func end() {
      for source in sources.values { source.cancel() }
      sources = [:]
    }
  }
  #endif

  private static func error(_ path: String) -> DatabaseError {
    DatabaseError(code: 14, message: "changes of \(path) cannot be watched: \(String(cString: strerror(errno)))")
  }
}
#endif
