#if SQLite
import Foundation
import Testing

#if os(Linux)
extension TestDatabase {
  /// How many descriptors this process has of the database and of the files beside it.
  var openFileCount: Int {
    Self.descriptors { $0.hasPrefix(folder.path()) }.count
  }

  /// How many connections this process has to the database.
  ///
  /// SQLite closes a file with a write-ahead log when the last of them goes, but the log itself at once.
  var connectionCount: Int {
    let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
    return Self.descriptors { $0 == (hasLog ? path + "-wal" : path) }.count
  }

  /// How many watches this process has on the database's folder and the files in it.
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

  /// The descriptors of this process that lead to something.
  private static func descriptors(_ condition: (String) -> Bool) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.filter { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return target.map(condition) ?? false
    }
  }
}
#endif

/// Lets everything else run until a condition holds; so long in vain, on however busy a machine, is a failure.
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
