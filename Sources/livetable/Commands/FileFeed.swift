import Foundation
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
    if options.display.isOnce { return try await sink.show(reader.table(ofFile: path)) }
    // A watch of a directory that is not there would not say which file was asked for.
    guard access(path, R_OK) == 0 else { throw InputError(unreadable: path, .last) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    let name = String(parts.last ?? "")
    let watch = try FileWatch(directory: directory)
    var isFirst = true
    repeat {
      var table: FedTable?
      do {
        table = try await reader.table(ofFile: path)
      } catch let error as InputError where !isFirst {
        await sink.report("\(error)")
      }
      if let table {
        await sink.clear()
        try await sink.show(table)
      }
      isFirst = false
    } while try await watch.next(of: name)
  }
}

extension RunReader {
  /// Makes a table of a file.
  ///
  /// - Throws: ``InputError`` where it cannot be read, or is invalid.
  @concurrent fileprivate mutating func table(ofFile path: String) async throws -> FedTable {
    let bytes: [UInt8]
    do {
      bytes = try FileDescriptor.readFile(path)
    } catch {
      throw InputError(unreadable: path, error)
    }
    return try table(of: bytes)
  }
}

extension InputError {
  fileprivate init(unreadable path: String, _ error: SystemError) {
    self.init(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
  }
}
