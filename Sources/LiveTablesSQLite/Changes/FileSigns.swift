#if SQLite
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Signals when a database file, its journal or its write-ahead log may have been written, deleted or replaced.
///
/// The system reports it; nothing is polled. On Linux this is inotify, on Apple's systems a dispatch source for each file. The
/// database file itself is not opened for this: closing it again would drop the locks that this process holds on it.
final class FileSigns {
  /// Says that it is time to look; ends when the file's folder goes or comes, so that another one has to be watched.
  let received: AsyncStream<Void>
  private let signal: Signal

  #if os(Linux)
  private let number: Int

  /// Begins to watch; where the file has no folder, the nearest one around.
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

  /// Begins to watch; where the file has no folder, the nearest one around.
  init(path: String) throws {
    let (signal, received) = Signal.make()
    (self.signal, self.received) = (signal, received)
    let queue = DispatchQueue(label: "LiveTablesSQLite.signs")
    let watches = Watches(path: path, queue: queue) { signal.send() }
    let folder = Self.folder(of: path)
    let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(path) }
    // Sources may be used on any thread, though not every platform's declarations say so.
    nonisolated(unsafe) let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .delete, .rename], queue: queue)
    self.source = source
    source.setCancelHandler { @Sendable in
      watches.end()
      close(descriptor)
    }
    source.setEventHandler { @Sendable in
      if !source.data.isDisjoint(with: [.delete, .rename]) || Self.folder(of: path) != folder {
        return signal.finish()
      }
      watches.renew()
      signal.send()
    }
    queue.sync { watches.renew() }
    source.activate()
    // It may have come before it was watched for.
    if Self.folder(of: path) != folder { signal.finish() }
  }

  /// The folder of a file, or the nearest one around that exists.
  private static func folder(of path: String) -> String {
    var folder = (path as NSString).deletingLastPathComponent
    while folder.count > 1, access(folder, F_OK) != 0 { folder = (folder as NSString).deletingLastPathComponent }
    return folder
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
