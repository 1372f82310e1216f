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
    var reader = RunReader(
      options.records, format: options.format ?? InputFormat(path: path), layout: options.layout, source: path)
    if options.display.isOnce { return try await sink.show(reader.table(ofFile: path)) }
    // A watch of a directory that is not there would not say which file was asked for.
    guard access(path, F_OK) == 0 else { throw InputError(unreadable: path, .last) }
    var places = places
    var watch = try self.watch(places)
    var isFirst = true
    repeat {
      // A link may lead elsewhere by now; as long as it leads nowhere, it is watched where it did.
      while places != self.places, access(path, F_OK) == 0 {
        places = self.places
        watch = try self.watch(places)
      }
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
    } while try await watch.next(of: places.map(\.lastPathComponent))
  }

  /// Where the path is, and where it leads if it is a link.
  private var places: [URL] {
    let place = URL(filePath: path)
    return [place, place.resolvingSymlinksInPath()]
  }

  private func watch(_ places: [URL]) throws(InputError) -> FileWatch {
    do {
      return try FileWatch(directories: places.map { $0.deletingLastPathComponent().path })
    } catch {
      throw InputError(
        source: path, problem: "it could not be watched (\(error))", remedy: "read it with --once")
    }
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
