#if SQLite
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Reports when a database file, its journal, or its write-ahead log may have been written, deleted, or replaced.
///
/// The reports come from inotify on Linux and from dispatch sources on Apple platforms. The database file is not opened,
/// because closing it would release the locks that this process holds on it.
final class FileWatcher {
  /// The reports, which end when the path may lead to a different file.
  let changes: AsyncStream<Void>
  private let signal: Signal

  #if os(Linux)
  private let number: Int

  /// Watches a database file, or the deepest existing folder on its path.
  ///
  /// - Throws: ``SQLiteError`` if the operating system has no watches left.
  init(path: String) throws {
    let (signal, changes) = Signal.make()
    guard let number = InotifyWatches.shared.add(path, signal) else { throw Self.error(path) }
    (self.signal, self.changes, self.number) = (signal, changes, number)
  }

  deinit {
    InotifyWatches.shared.remove(number)
    signal.finish()
  }
  #else
  private let sources: [any DispatchSourceProtocol]

  deinit {
    for source in sources { source.cancel() }
    signal.finish()
  }

  init(path: String) throws {
    let (signal, changes) = Signal.make()
    (self.signal, self.changes) = (signal, changes)
    let trail = PathTrail(path)
    let queue = DispatchQueue(label: "LiveTablesSQLite.watcher")
    let watches = Watches(path: trail.file ?? path, queue: queue) { signal.send() }
    func watch(_ place: String, _ flags: Int32, _ events: DispatchSource.FileSystemEvent) -> (
      any DispatchSourceProtocol
    )? {
      let descriptor = open(place, O_EVTONLY | O_CLOEXEC | flags)
      if descriptor < 0 { return nil }
      // Dispatch sources can be used on any thread, although not every platform declares them so.
      nonisolated(unsafe) let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: events, queue: queue)
      source.setCancelHandler { @Sendable in close(descriptor) }
      source.setEventHandler { @Sendable in
        if PathTrail(path) != trail || !source.data.isDisjoint(with: [.delete, .rename]) { return signal.finish() }
        watches.renew()
        signal.send()
      }
      return source
    }
    guard let folder = watch(trail.folder, 0, [.write, .delete, .rename]) else { throw Self.error(path) }
    let others = trail.folders.filter { $0 != trail.folder }.compactMap { watch($0, 0, [.delete, .rename]) }
    let links = trail.links.compactMap { watch($0, O_SYMLINK, [.delete, .rename, .attrib, .link]) }
    sources = [folder] + others + links
    for source in sources { source.activate() }
    queue.sync { watches.renew() }
    // The path may have changed before the watches were installed.
    if PathTrail(path) != trail { signal.finish() }
  }

  /// The watches of the write-ahead log and the journal, which are accessed only on the queue.
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
        // Dispatch sources can be used on any thread, although not every platform declares them so.
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

    deinit { for source in sources.values { source.cancel() } }
  }
  #endif

  private static func error(_ path: String) -> SQLiteError {
    let error = errno
    let help =
      switch error {
      case EMFILE:
        """
        ; this user has no inotify instance left (sysctl fs.inotify.max_user_instances), or this process no descriptor \
        (ulimit -n)
        """
      case ENOSPC: "; this user has no inotify watch left (sysctl fs.inotify.max_user_watches)"
      default: ""
      }
    return SQLiteError(
      code: 14,
      message: "commits of other programs to \(path) cannot be watched: \(String(cString: strerror(error)))\(help)")
  }
}
#endif
