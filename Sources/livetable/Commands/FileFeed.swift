import LiveTables

/// `livetable FILE`: makes a table of a file, again whenever the file has changed.
struct FileFeed: Feed {
  /// The path of the file.
  let path: String
  /// What the command line says.
  let options: StreamOptions

  let staysAtEnd = true

  var caption: String { path }

  /// - Throws: What is wrong with the file at the beginning, ``UnusableColumns``, and what the sink throws.
  func run(into sink: any Sink) async throws {
    var reader = RunReader(options.records, format: options.format ?? InputFormat(path: path), source: path)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    let name = String(parts.last ?? "")
    let watch = try FileWatch(directory: directory)
    var isFirst = true
    repeat {
      do {
        let table = try await reader.table(ofFile: path)
        await sink.clear()
        try await sink.show(table)
      } catch let error where !isFirst && (error is InputError || error is SystemError && !error.isBrokenPipe) {
        await sink.report("\(path): \(error)")
      } catch let error as SystemError where !error.isBrokenPipe {
        throw InputError(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
      }
      isFirst = false
      if options.display.isOnce { return }
    } while try await watch.next(of: name)
  }
}

extension RunReader {
  /// Makes a table of a file.
  @concurrent fileprivate mutating func table(ofFile path: String) async throws -> FedTable {
    try table(of: FileDescriptor.readFile(path))
  }
}

extension Error {
  fileprivate var isBrokenPipe: Bool { (self as? SystemError)?.code == 32 }
}
