import Foundation
import LiveTables

/// Reports changes to files in directories, without polling.
///
/// The directories are watched, because replacing a file creates a different file. If a directory is replaced, the
/// directories above it report this.
struct FileWatch: ~Copyable, Sendable {
  enum Change: Sendable {
    /// The file was closed after writing, replaced, created or deleted.
    case whole
    /// The file was created or written, and is still open.
    case part
  }

  #if canImport(Darwin)
  private let changes: AsyncStream<Void>
  // Dispatch sources can be used on any thread, although not all platforms declare them `Sendable`.
  private nonisolated(unsafe) let sources: [any DispatchSourceFileSystemObject]

  // Every change in a directory is an event here, so the directories above, which may be busy, are not watched.
  init(directories: [String], above: [String] = [], openFileDelay: Duration? = nil) throws(SystemError) {
    let (signal, changes) = Signal.make()
    var sources: [any DispatchSourceFileSystemObject] = []
    for directory in directories {
      let descriptor = open(directory, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let error = SystemError.last
        for source in sources { source.cancel() }
        throw error
      }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename],
        queue: DispatchQueue(label: "livetable.watching"))
      source.setEventHandler { @Sendable in signal.send() }
      source.setCancelHandler { @Sendable in _ = close(descriptor) }
      source.activate()
      sources.append(source)
    }
    self.changes = changes
    self.sources = sources
  }

  deinit { for source in sources { source.cancel() } }

  func next(of names: [String]) async throws(SystemError) -> Change? {
    for await _ in changes { return .whole }
    return nil
  }
  #else
  private let descriptor: Int32
  private let reader: ChunkReader
  private let openFileDelay: Duration?

  /// - Parameters:
  ///   - directories: The directories of the files.
  ///   - above: The directories of other names in the files' paths. Directories that cannot be read are not watched.
  ///   - openFileDelay: The time after a write at which the change is reported even if the file is still open, or `nil`
  ///     to wait until it is closed.
  /// - Throws: The system's error, if a directory does not exist or there are too many watches.
  init(directories: [String], above: [String] = [], openFileDelay: Duration? = nil) throws(SystemError) {
    self.openFileDelay = openFileDelay
    descriptor = inotify_init1(O_CLOEXEC)  // this is the value of IN_CLOEXEC
    guard descriptor >= 0 else { throw .last }
    // A directory may be in both lists.
    let names = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MASK_ADD)
    for directory in above { _ = inotify_add_watch(descriptor, directory, names) }
    let events = names | UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE_SELF)
    for directory in directories where inotify_add_watch(descriptor, directory, events) < 0 {
      let error = SystemError.last
      _ = close(descriptor)
      throw error
    }
    do {
      reader = try ChunkReader(descriptor)
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  deinit { _ = close(descriptor) }

  /// Waits for a change to a file with one of the names.
  ///
  /// - Returns: The change, or `nil` if the task is cancelled.
  func next(of names: [String]) async throws(SystemError) -> Change? {
    // Most files are closed soon after they are written, and are incomplete before.
    var deadline: ContinuousClock.Instant?
    while let events = try await reader.next(until: deadline) {
      switch Self.change(of: names, in: events) {
      case .whole: return .whole
      case .part: deadline = deadline ?? openFileDelay.map { .now + $0 }
      case nil: break
      }
      if let deadline, deadline <= .now { return .part }
    }
    return nil
  }

  /// Returns the last change to a file with one of the names.
  static func change(of names: [String], in events: [UInt8]) -> Change? {
    let last = Self.events(events).last { $0.name.isEmpty || names.contains($0.name) }
    return last.map { [UInt32(IN_MODIFY), UInt32(IN_CREATE)].contains($0.mask) ? .part : .whole }
  }

  /// Returns the events with their file names, or an event without a name, for all files, if events were lost.
  static func events(_ bytes: [UInt8]) -> [(mask: UInt32, name: String)] {
    // The watch descriptor, the mask, the cookie and the length of the name have four bytes each. The name follows,
    // padded with zeros.
    let headerSize = 16
    var events: [(mask: UInt32, name: String)] = []
    var rest = bytes[...]
    while rest.count >= headerSize {
      func field(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + offset + $1]) << (8 * UInt32($1)) }
      }
      let (mask, nameLength) = (field(at: 4), Int(field(at: 12)))
      let name = rest.dropFirst(headerSize).prefix(nameLength).prefix { $0 != 0 }
      events.append((mask, String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(headerSize + nameLength)
    }
    return events
  }
  #endif
}
