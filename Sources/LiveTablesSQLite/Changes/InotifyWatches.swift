#if SQLite && os(Linux)
internal import Dispatch
internal import Foundation
internal import LiveTables

/// All files that this process watches, which share an inotify instance because the system limits instances per user.
actor InotifyWatches {
  static let shared = InotifyWatches()

  private struct Listener {
    let path: String
    let trail: PathTrail
    let signal: Signal
    let names: Set<String>
    /// The watch on the database's folder, or on the deepest existing folder of its path.
    let folder: Int32
    /// The watches on the folders and links of the path, which may lead elsewhere if any of these watches ends.
    let pathWatches: Set<Int32>
    /// All watches, including those on the database's files.
    var watches: Set<Int32>

    init(_ path: String, _ trail: PathTrail, _ signal: Signal, folder: Int32, pathWatches: Set<Int32>) {
      self.path = path
      (self.trail, self.signal, self.folder, self.pathWatches) = (trail, signal, folder, pathWatches)
      let name = trail.file.map { ($0 as NSString).lastPathComponent }
      names = name.map { [$0, $0 + "-wal", $0 + "-journal"] } ?? []
      watches = pathWatches
    }

    /// Returns whether the path may lead elsewhere after an event.
    func isEnded(by event: Event) -> Bool {
      if let name = event.name {
        // A symbolic link may replace the file.
        let isFile = name == trail.file.map { ($0 as NSString).lastPathComponent }
        return event.watch == folder && (name == trail.missing || isFile && PathTrail(path) != trail)
      }
      return pathWatches.contains(event.watch) && event.mask & (InotifyWatches.endEvents | UInt32(IN_IGNORED)) != 0
    }
  }

  private struct Event {
    let watch: Int32
    let mask: UInt32
    let name: String?
  }

  /// The events that report that a folder or link has been moved or deleted, or that a link has been replaced.
  private static let endEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)

  private let executor = QueueExecutor(label: "LiveTablesSQLite.watches")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var instance: (descriptor: Int32, source: any DispatchSourceProtocol)?
  private var listeners: [Int: Listener] = [:]
  private var lastNumber = 0

  /// Returns the inotify instance, which is created for the first listener and then kept.
  ///
  /// - Returns: The instance, or `nil` and `errno` if the system has no instances left.
  private func descriptor() -> Int32? {
    if let instance { return instance.descriptor }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.setEventHandler { @Sendable [weak self] in self?.assumeIsolated { $0.handle(Self.read(descriptor)) } }
    source.activate()
    instance = (descriptor, source)
    return descriptor
  }

  isolated deinit { instance?.source.cancel() }

  /// Watches a database file, and finishes the signal when the file's path may lead elsewhere.
  ///
  /// - Returns: A number to pass to ``remove(_:)``, or `nil` and `errno` if the folder cannot be watched.
  nonisolated func add(_ path: String, _ signal: Signal) -> Int? {
    executor.queue.sync { assumeIsolated { $0.addListener(path, signal) } }
  }

  private func addListener(_ path: String, _ signal: Signal) -> Int? {
    guard let descriptor = descriptor(), var listener = Self.listener(path, signal, descriptor) else { return nil }
    Self.watchFiles(of: &listener, descriptor)
    // The path may have changed before the watches were installed.
    if PathTrail(path) != listener.trail { signal.finish() }
    lastNumber += 1
    listeners[lastNumber] = listener
    return lastNumber
  }

  /// Watches the folders and links on a database's path, down to its folder or the deepest existing folder.
  private static func listener(_ path: String, _ signal: Signal, _ descriptor: Int32) -> Listener? {
    let trail = PathTrail(path)
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)
    let folder = inotify_add_watch(descriptor, trail.folder, changes | UInt32(IN_MASK_ADD))
    if folder < 0 { return nil }
    var pathWatches: Set<Int32> = [folder]
    let others = trail.folders.filter { $0 != trail.folder }.map { ($0, UInt32(IN_DELETE_SELF | IN_MOVE_SELF)) }
    for (place, mask) in others + trail.links.map({ ($0, endEvents | UInt32(IN_DONT_FOLLOW)) }) {
      // Folders that this process cannot read are rarely replaced.
      let watch = inotify_add_watch(descriptor, place, mask | UInt32(IN_MASK_ADD))
      if watch >= 0 { pathWatches.insert(watch) }
    }
    return Listener(path, trail, signal, folder: folder, pathWatches: pathWatches)
  }

  /// Removes a listener, and the watches that it does not share with other listeners.
  nonisolated func remove(_ number: Int) {
    executor.queue.sync { assumeIsolated { $0.removeListener(number) } }
  }

  private func removeListener(_ number: Int) {
    guard let removed = listeners.removeValue(forKey: number), let descriptor = instance?.descriptor else { return }
    let kept = listeners.values.reduce(into: Set()) { $0.formUnion($1.watches) }
    for watch in removed.watches.subtracting(kept) { inotify_rm_watch(descriptor, watch) }
  }

  /// Watches the existing files of a database, including files created since the last call.
  private static func watchFiles(of listener: inout Listener, _ descriptor: Int32) {
    guard let file = listener.trail.file else { return }
    for suffix in ["", "-wal", "-journal"] {
      let watch = inotify_add_watch(descriptor, file + suffix, UInt32(IN_MODIFY | IN_MASK_ADD))
      if watch >= 0 { listener.watches.insert(watch) }
    }
  }

  private func handle(_ events: [Event]) {
    guard let descriptor = instance?.descriptor else { return }
    var changed: Set<Int> = []
    for event in events {
      // Events have been lost, so every listener must check its file.
      let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      for (number, listener) in listeners where isLost || listener.watches.contains(event.watch) {
        if listener.isEnded(by: event) { listener.signal.finish() }
        if event.mask & UInt32(IN_IGNORED) != 0 {
          listeners[number]?.watches.remove(event.watch)
          continue
        }
        if let name = event.name {
          if event.watch != listener.folder || !listener.names.contains(name) { continue }
          var listener = listener
          Self.watchFiles(of: &listener, descriptor)
          listeners[number] = listener
        } else if listener.pathWatches.contains(event.watch) {
          continue
        }
        changed.insert(number)
      }
    }
    for number in changed { listeners[number]?.signal.send() }
  }

  private static func read(_ descriptor: Int32) -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events }
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        let name = buffer[start..<offset].prefix { $0 != 0 }
        events.append(
          Event(watch: event.wd, mask: event.mask, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
      }
    }
  }
}
#endif
