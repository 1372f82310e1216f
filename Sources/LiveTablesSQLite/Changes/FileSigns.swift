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
  private let source: any DispatchSourceProtocol
  private let signal: Signal

  deinit {
    source.cancel()
    signal.finish()
  }

  #if os(Linux)
  /// Begins to watch.
  ///
  /// - Throws: ``DatabaseError`` if the system has no more watches.
  init(path: String) throws {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.error(path) }
    let (signal, received) = Signal.make()
    (self.signal, self.received) = (signal, received)
    let queue = DispatchQueue(label: "LiveTablesSQLite.signs")
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.setEventHandler { @Sendable in
      if Self.drain(descriptor, path: path) { signal.send() }
    }
    let hasFolder = Self.watchFolder(of: path, descriptor)
    Self.watchFiles(path, descriptor)
    source.activate()
    if !hasFolder { throw Self.error(path) }
  }

  private static func error(_ path: String) -> DatabaseError {
    DatabaseError(code: 14, message: "changes of \(path) cannot be watched: \(String(cString: strerror(errno)))")
  }

  /// Files come, go and are replaced.
  private static func watchFolder(of path: String, _ descriptor: Int32) -> Bool {
    let mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)
    return inotify_add_watch(descriptor, (path as NSString).deletingLastPathComponent, mask) >= 0
  }

  /// Watching a file again changes nothing; a file of the same name that is new is watched from now on.
  private static func watchFiles(_ path: String, _ descriptor: Int32) {
    for suffix in ["", "-wal", "-journal"] { _ = inotify_add_watch(descriptor, path + suffix, UInt32(IN_MODIFY)) }
  }

  /// Reads all that has happened.
  ///
  /// - Returns: Whether it may concern the database.
  private static func drain(_ descriptor: Int32, path: String) -> Bool {
    let name = (path as NSString).lastPathComponent
    let names: Set = [name, name + "-wal", name + "-journal"]
    var isSign = false
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isSign }
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= count {
        let (mask, length) = buffer.withUnsafeBytes { bytes in
          (
            bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
            Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          )
        }
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + length
        if length == 0 {
          isSign = isSign || mask & UInt32(IN_IGNORED) == 0
          continue
        }
        guard names.contains(String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)) else {
          continue
        }
        watchFiles(path, descriptor)
        isSign = true
      }
    }
  }
  #else
  /// Begins to watch.
  init(path: String) throws {
    let (signal, received) = Signal.make()
    (self.signal, self.received) = (signal, received)
    let queue = DispatchQueue(label: "LiveTablesSQLite.signs")
    let watches = Watches(path: path, queue: queue) { signal.send() }
    let folder = open((path as NSString).deletingLastPathComponent, O_EVTONLY | O_CLOEXEC)
    guard folder >= 0 else {
      throw DatabaseError(
        code: 14, message: "changes of \(path) cannot be watched: \(String(cString: strerror(errno)))")
    }
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
}
#endif
