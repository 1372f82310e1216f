import Foundation
import LiveTables

/// Says when a file in one of some directories was written, was replaced, has come or gone, without ever asking for it.
///
/// It is the directory that is watched: a file that is replaced as a whole is another one afterwards.
struct FileWatch: ~Copyable, Sendable {
  #if canImport(Darwin)
  private let changes: AsyncStream<Void>
  // Sources may be used on any thread, though not every platform's declarations say so.
  private nonisolated(unsafe) let sources: [any DispatchSourceFileSystemObject]

  init(directories: [String]) throws(SystemError) {
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
        fileDescriptor: descriptor, eventMask: [.write, .extend], queue: DispatchQueue(label: "livetable.watching"))
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
  func next(of names: [String]) async throws(SystemError) -> Bool {
    for await _ in changes { return true }
    return false
  }
  #else
  private let descriptor: Int32
  private let reader: ChunkReader

  /// - Throws: The system's error, where there is no such directory or too much is watched already.
  init(directories: [String]) throws(SystemError) {
    descriptor = inotify_init1(O_CLOEXEC)  // which is what IN_CLOEXEC is
    guard descriptor >= 0 else { throw .last }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
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
  /// - Returns: False when the task is cancelled.
  func next(of names: [String]) async throws(SystemError) -> Bool {
    while let events = try await reader.next() {
      if names.contains(where: { Self.concern($0, events) }) { return true }
    }
    return false
  }

  /// Whether events are about a file, or about all of them.
  static func concern(_ name: String, _ events: [UInt8]) -> Bool {
    names(in: events).contains { $0 == name || $0.isEmpty }
  }

  /// The names of the files that events are about; without a name it is about all of them, because some were lost.
  static func names(in events: [UInt8]) -> [String] {
    // Descriptor, mask, cookie and the length of the name, four bytes each; then the name, padded with zeros.
    var names: [String] = []
    var rest = events[...]
    while rest.count >= 16 {
      let length = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + 12 + $1]) << (8 * $1) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
  #endif

  init(directory: String) throws(SystemError) { try self.init(directories: [directory]) }

  /// Waits until something has happened to a file.
  func next(of name: String) async throws(SystemError) -> Bool { try await next(of: [name]) }
}
