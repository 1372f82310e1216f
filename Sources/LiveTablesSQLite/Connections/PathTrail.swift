#if SQLite
internal import Foundation

/// How a path leads to a file now: which folders and symbolic links it goes through.
struct PathTrail: Equatable {
  /// The folders on the way, without links, from the root on.
  private(set) var folders = ["/"]
  /// The links on the way.
  private(set) var links: [String] = []
  /// The folder of the file, or the last one that exists.
  private(set) var folder = "/"
  /// The file that the path means; `nil` if a folder is missing.
  private(set) var file: String?
  /// What the last folder lacks.
  private(set) var missing: String?

  /// How many links the system follows.
  private static let linkLimit = 40

  /// - Parameter path: Begins at the root.
  init(_ path: String) {
    var rest = Self.names(path)
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = (folder as NSString).deletingLastPathComponent
        continue
      }
      let place = folder == "/" ? "/" + name : folder + "/" + name
      if let target = Self.target(of: place) {
        links.append(place)
        if links.count > Self.linkLimit { break }
        if target.hasPrefix("/") { folder = "/" }
        rest += Self.names(target)
      } else if rest.isEmpty {
        file = place
      } else if access(place, F_OK) != 0 {
        missing = name
        break
      } else {
        folder = place
        if !folders.contains(place) { folders.append(place) }
      }
    }
  }

  /// The parts of a path, the first one at the end.
  private static func names(_ path: String) -> [String] { path.split(separator: "/").reversed().map(String.init) }

  private static func target(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(link, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
    }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}

extension String {
  /// The path from the root, with all links.
  var absolutePath: String {
    if hasPrefix("/") { return self }
    return FileManager.default.currentDirectoryPath + "/" + self
  }
}
#endif
