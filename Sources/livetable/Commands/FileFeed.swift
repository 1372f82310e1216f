import Foundation
import LiveTables

/// `livetable FILE`: makes a table of a file, again whenever the file has changed.
///
/// A pipe or a device cannot be read again, and is a stream.
struct FileFeed: Feed {
  /// The path of the file.
  let path: String
  /// What the command line says.
  let options: StreamOptions

  /// Reads the file when a key asks for it.
  let pacing: Pacing?
  /// How long a program may keep the file open after a change before the file is read as far as it is written.
  var patience = Duration.milliseconds(250)

  @MainActor init(path: String, options: StreamOptions) {
    self.path = path
    self.options = options
    pacing = FileDescriptor.isStream(path) ? nil : Pacing(nil)
  }

  let staysAtEnd = true

  var caption: String { path }

  /// - Throws: What is wrong with the file at the beginning, ``UnusableColumns``, and what the sink throws.
  func run(into sink: any Sink) async throws {
    if FileDescriptor.isStream(path) { return try await readStream(into: sink) }
    if options.display.isOnce {
      var (reader, complaints) = (reader(for: sink), Complaints())
      if let table = try await reader.table(ofFile: path, .whole) {
        try await sink.show(table, complaining: &complaints, isLenient: options.layout.isLenient)
      }
      return
    }
    // A watch of a directory that is not there would not say which file was asked for.
    guard access(path, F_OK) == 0 else { throw InputError(unreadable: path, SystemError.last) }
    // What comes while the file is read is one more reading.
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
    // Whoever writes to it may come later.
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

  /// Says when the file has changed, for the first time when it is watched.
  private func watch(_ change: AsyncStream<FileWatch.Change>.Continuation) async throws {
    var places = FilePlace.places(on: path)
    var watch = try self.watch(&places)
    var isThere = true
    var news: FileWatch.Change? = .whole
    while var next = news {
      // A directory or a link on the way may be another one by now, or have gone.
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

  /// Has the file read whenever a key asks for it.
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
        // What is wrong with a part may be that the rest of it is not there yet.
        if change == .whole || error == trouble { await sink.report("\(error)") }
        trouble = error
        complaints = Complaints()
      }
      // What a part lacks may not be written yet.
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

  /// Watches places, or those that are there by now, where they cannot be watched any more.
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
  /// Makes a table of a file.
  ///
  /// - Returns: `nil` where nothing of it is written yet.
  /// - Throws: ``InputError`` where it cannot be read, or is invalid.
  @concurrent fileprivate mutating func table(
    ofFile path: String, _ change: FileWatch.Change
  ) async throws -> FedTable? {
    let contents: [UInt8]?
    do {
      contents = try FileDescriptor.readNoStream(path)
    } catch {
      throw InputError(unreadable: path, error)
    }
    guard var bytes = contents else {
      throw InputError(source: path, problem: "it is no file", remedy: "pipe it in: livetable < \(path)")
    }
    if change == .part {
      // The last line is being written.
      bytes.removeSubrange((bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0)...)
      if bytes.isEmpty { return nil }
    }
    return try table(of: bytes)
  }
}
