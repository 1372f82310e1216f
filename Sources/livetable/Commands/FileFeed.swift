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
  /// The time after which the complete lines are read even if a program keeps the file open.
  var patience = Duration.milliseconds(250)

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
      tasks.addTask { await hear(change) }
      tasks.addTask { try await read(changes, into: sink) }
      // The first error ends the other tasks.
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

  private func watch(_ change: AsyncStream<FileWatch.Change>.Continuation) async throws {
    var places = FilePlace.places(on: path)
    var watch = try self.watch(&places)
    var isThere = true
    var news: FileWatch.Change? = .whole
    while var next = news {
      // A directory or a link in the path may have been replaced or deleted.
      while places != FilePlace.places(on: path) {
        places = FilePlace.places(on: path)
        watch = try self.watch(&places)
        next = .whole
      }
      let wasThere = isThere
      isThere = access(path, F_OK) == 0
      if isThere || wasThere { change.yield(next) }
      news = try await watch.next(of: places.map(\.name))
    }
  }

  /// Reports each request of the user to read the file.
  private func hear(_ change: AsyncStream<FileWatch.Change>.Continuation) async {
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
    var trouble: InputError?
    for await change in changes {
      var table: FedTable?
      do {
        table = try await reader.table(ofFile: path, change)
      } catch let error as InputError where !isFirst {
        // The error in an incomplete file may be due to the missing part, so it is reported only if it occurs again.
        if change == .whole || error == trouble { await sink.report("\(error)") }
        trouble = error
        complaints = Complaints()
      }
      // The values that an incomplete file lacks may not have been written yet.
      if change == .part, let first = table?.complaints.listed.first, first != trouble {
        trouble = first
        continue
      }
      if let table {
        trouble = nil
        try await sink.show(table, complaining: &complaints, isLenient: options.layout.isLenient)
      }
      isFirst = false
    }
  }

  /// Watches the directories of the path, and resolves the path again if the directories no longer exist.
  private func watch(_ places: inout [FilePlace]) throws(InputError) -> FileWatch {
    while true {
      do throws(InputError) {
        return try watch(at: places)
      } catch {
        let newest = FilePlace.places(on: path)
        if newest == places { throw error }
        places = newest
      }
    }
  }

  private func watch(at places: [FilePlace]) throws(InputError) -> FileWatch {
    let last = places.count - 1
    let parts = Dictionary(grouping: places.indices) { $0 == last || places[$0].isLink }
    func directories(_ isOfFile: Bool) -> [String] { parts[isOfFile, default: []].map { places[$0].directory } }
    do {
      return try FileWatch(directories: directories(true), above: directories(false), patience: patience)
    } catch {
      throw InputError(
        source: path, problem: "it could not be watched (\(error))", remedy: "read it with --once")
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
  ) async throws -> FedTable? {
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
