#if SQLite
import Foundation
import Testing

#if os(Linux)
extension TestDatabase {
  /// The number of descriptors of this process for the database and the files next to it.
  var openFileCount: Int {
    Self.descriptors { $0.hasPrefix(folder.path()) }.count
  }

  /// The number of connections of this process to the database.
  ///
  /// SQLite keeps the file of a database in WAL mode open until its last connection is closed, but not the log.
  var connectionCount: Int {
    let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
    return Self.descriptors { $0 == (hasLog ? path + "-wal" : path) }.count
  }

  /// The number of watches of this process on the database's folder and the files in it.
  var watchCount: Int {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
    let numbers = ([folder.path()] + names.map { folder.appending(path: $0).path() }).map { path in
      var status = stat()
      return stat(path, &status) == 0 ? " ino:\(String(status.st_ino, radix: 16)) " : "?"
    }
    return Self.descriptors { $0.contains("inotify") }.reduce(0) { count, descriptor in
      let watches = (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
      return count + watches.split(separator: "\n").count { line in numbers.contains { line.contains($0) } }
    }
  }

  /// Returns the descriptors of this process whose targets meet a condition.
  private static func descriptors(_ condition: (String) -> Bool) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.filter { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return target.map(condition) ?? false
    }
  }
}
#endif

/// Yields to other tasks until a condition is true, and fails after 900 seconds or those in `PATIENCE`.
func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async {
  let patience = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Double($0) } ?? 900
  let end = ContinuousClock.now + .seconds(patience)
  while await !condition() {
    if ContinuousClock.now > end {
      Issue.record("in vain: \(what)", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
#endif
