import Foundation
import LiveTables

/// Says when a file in one of some directories was written, was replaced, has come or gone, without ever asking for it.
///
/// It is the directory that is watched: a file that is replaced as a whole is another one afterwards. A directory may be
/// replaced as well, which is seen in those above it.
struct FileWatch: ~Copyable, Sendable {
  /// How a file is after something has happened to it.
  enum Change: Sendable {
    /// What has written it has closed it, or it was replaced, has come or gone.
    case whole
    /// It was made or written, and is still open.
    case part
  }

  #if canImport(Darwin)
  private let changes: AsyncStream<Void>
  // Sources may be used on any thread, though not every platform's declarations say so.
  private nonisolated(unsafe) let sources: [any DispatchSourceFileSystemObject]

  // Whatever happens in a directory is an event here: those above, which may be busy, are left out.
  init(directories: [String], above: [String] = [], patience: Duration? = nil) throws(SystemError) {
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

  /// Waits until something has happened in the directories.
  func next(of names: [String]) async throws(SystemError) -> Change? {
    for await _ in changes { return .whole }
    return nil
  }
  #else
  private let descriptor: Int32
  private let reader: ChunkReader
  private let patience: Duration?

  /// - Parameters:
  ///   - directories: Where the files are.
  ///   - above: Where names on the way to them are; those that nobody may read are not watched.
  ///   - patience: How long a file that was written may stay open before it counts as changed; without one, until it is
  ///     closed.
  /// - Throws: The system's error, where there is no such directory or too much is watched already.
  init(directories: [String], above: [String] = [], patience: Duration? = nil) throws(SystemError) {
    self.patience = patience
    descriptor = inotify_init1(O_CLOEXEC)  // which is what IN_CLOEXEC is
    guard descriptor >= 0 else { throw .last }
    // A directory may be both.
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

  /// Waits until something has happened to a file with one of some names.
  ///
  /// - Returns: `nil` when the task is cancelled.
  func next(of names: [String]) async throws(SystemError) -> Change? {
    // Most files are closed at once when they are written: what is read before that is half a file.
    var deadline: ContinuousClock.Instant?
    while let events = try await reader.next(until: deadline) {
      switch Self.change(of: names, in: events) {
      case .whole: return .whole
      case .part: deadline = deadline ?? patience.map { .now + $0 }
      case nil: break
      }
      if let deadline, deadline <= .now { return .part }
    }
    return nil
  }

  /// What events say about files with some names: the last one counts.
  static func change(of names: [String], in events: [UInt8]) -> Change? {
    let last = Self.events(events).last { $0.name.isEmpty || names.contains($0.name) }
    return last.map { [UInt32(IN_MODIFY), UInt32(IN_CREATE)].contains($0.mask) ? .part : .whole }
  }

  /// The events, each with the name of its file; one without a name is about all files, because some were lost.
  static func events(_ bytes: [UInt8]) -> [(mask: UInt32, name: String)] {
    // Descriptor, mask, cookie and the length of the name, four bytes each; then the name, padded with zeros.
    var events: [(mask: UInt32, name: String)] = []
    var rest = bytes[...]
    while rest.count >= 16 {
      let words = stride(from: rest.startIndex, to: rest.startIndex + 16, by: 4).map { start in
        (0..<4).reduce(0) { $0 | UInt32(rest[start + $1]) << (8 * UInt32($1)) }
      }
      let name = rest.dropFirst(16).prefix(Int(words[3])).prefix { $0 != 0 }
      events.append((words[1], String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + Int(words[3]))
    }
    return events
  }
  #endif

  init(directory: String) throws(SystemError) { try self.init(directories: [directory]) }

  /// Waits until something has happened to a file.
  func next(of name: String) async throws(SystemError) -> Change? { try await next(of: [name]) }
}
