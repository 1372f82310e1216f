import Foundation
import LiveTables

/// `livetable FILE`: shows the table of a file, and reads the file again after each change.
///
/// A pipe or a device cannot be read again, so it is read as a stream.
struct FileFeed: Feed {
  let path: String
  let options: StreamOptions

  /// The schedule on which the file is read, which the user can change with keys.
  let pacing: Pacing?
  /// The time after a write at which complete lines are read, even if a program keeps the file open.
  var openFileDelay = Duration.milliseconds(250)

  @MainActor init(path: String, options: StreamOptions) {
    self.path = path
    self.options = options
    pacing = FileDescriptor.isStream(path) ? nil : Pacing(nil)
  }

  let staysAtEnd = true

  var caption: String { path }

  /// - Throws: The error of the first read, ``UnusableColumns``, or any error thrown by the sink.
  func run(into sink: any Sink) async throws {
    if FileDescriptor.isStream(path) { return try await readStream(into: sink) }
    if options.display.isOnce {
      var (reader, complaints) = (reader(for: sink), Complaints())
      if let table = try await reader.table(ofFile: path, .whole) {
        try await sink.show(table, complaining: &complaints, isLenient: options.layout.isLenient)
      }
      return
    }
    // The error of the watch would name a missing directory, and not the file.
    guard access(path, F_OK) == 0 else { throw InputError(unreadable: path, SystemError.last) }
    // All changes during a reading cause a single further reading.
    let (changes, change) = AsyncStream.makeStream(of: FileWatch.Change.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await watch(change) }
      tasks.addTask { await forwardRequests(to: change) }
      tasks.addTask { try await read(changes, into: sink) }
      // The first error cancels the other tasks.
      for try await _ in tasks {}
    }
  }

  private func readStream(into sink: any Sink) async throws {
    var options = options
    options.format = options.format ?? InputFormat(path: path)
    // Without `O_NONBLOCK`, this would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(unreadable: path, SystemError.last) }
    defer { _ = close(descriptor) }
    try await StreamFeed(options: options, descriptor: descriptor, caption: path).run(into: sink)
  }

  private func reader(for sink: any Sink) -> RunReader {
    RunReader(
      options.records, format: options.format ?? InputFormat(path: path), isGuess: options.format == nil,
      layout: options.layout, last: options.last, source: path,
      keepsPartialRows: options.layout.isLenient || sink.showsPartialRows)
  }

  /// Reports each change of the file, also if a directory or a link in its path is replaced or deleted.
  private func watch(_ change: AsyncStream<FileWatch.Change>.Continuation) async throws {
    var components = PathComponent.components(of: path)
    var watch = try makeWatch(&components)
    var exists = true
    var newest: FileWatch.Change? = .whole
    while var next = newest {
      while components != PathComponent.components(of: path) {
        components = PathComponent.components(of: path)
        watch = try makeWatch(&components)
        next = .whole
      }
      let existed = exists
      exists = access(path, F_OK) == 0
      if exists || existed { change.yield(next) }
      newest = try await watch.next(of: components.map(\.name))
    }
  }

  /// Reports each request of the user to read the file.
  private func forwardRequests(to change: AsyncStream<FileWatch.Change>.Continuation) async {
    while let pacing, !Task.isCancelled {
      await pacing.wait(since: .now)
      change.yield(.whole)
    }
  }

  /// Reads the file after each change, and shows its table.
  func read(_ changes: AsyncStream<FileWatch.Change>, into sink: any Sink) async throws {
    var reader = reader(for: sink)
    var complaints = Complaints()
    var isFirst = true
    /// The error of the last reading, or `nil` if the file was valid.
    var lastError: InputError?
    for await change in changes {
      var table: FeedTable?
      do {
        table = try await reader.table(ofFile: path, change)
      } catch let error as InputError where !isFirst {
        // The error in an incomplete file may be due to the missing part, so it is reported only if it occurs again.
        if change == .whole || error == lastError { await sink.report("\(error)") }
        lastError = error
        complaints = Complaints()
      }
      // The values that an incomplete file lacks may not have been written yet.
      if change == .part, let first = table?.complaints.listed.first, first != lastError {
        lastError = first
        continue
      }
      if let table {
        lastError = nil
        try await sink.show(table, complaining: &complaints, isLenient: options.layout.isLenient)
      }
      isFirst = false
    }
  }

  /// Watches the directories of the path, and resolves the path again if the directories no longer exist.
  private func makeWatch(_ components: inout [PathComponent]) throws(InputError) -> FileWatch {
    while true {
      do throws(SystemError) {
        // The last directory contains the file, and others contain a link to it.
        let last = components.count - 1
        let groups = Dictionary(grouping: components.indices) { $0 == last || components[$0].isLink }
          .mapValues { $0.map { components[$0].directory } }
        return try FileWatch(
          directories: groups[true, default: []], above: groups[false, default: []], openFileDelay: openFileDelay)
      } catch {
        let newest = PathComponent.components(of: path)
        if newest == components {
          throw InputError(
            source: path, problem: "it could not be watched (\(error))", remedy: "read it with --once")
        }
        components = newest
      }
    }
  }
}

extension RunReader {
  /// Reads the table of a file.
  ///
  /// - Returns: The table, or `nil` if the file does not contain a complete line yet.
  /// - Throws: ``InputError`` if the file cannot be read or is invalid.
  @concurrent fileprivate mutating func table(
    ofFile path: String, _ change: FileWatch.Change
  ) async throws -> FeedTable? {
    guard var bytes = try InputError.reading(path, FileDescriptor.readNoStream) else {
      throw InputError(source: path, problem: "it is not a regular file", remedy: "pipe it in: livetable < \(path)")
    }
    if change == .part {
      // The last line is incomplete.
      bytes.removeSubrange((bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0)...)
      if bytes.isEmpty { return nil }
    }
    return try table(of: bytes)
  }
}
