#if SQLite
internal import Foundation

/// The folders and symbolic links through which a path currently leads to a file.
struct PathTrail: Equatable {
  private(set) var folders = ["/"]
  private(set) var links: [String] = []
  /// The folder that contains the file, or the deepest existing folder.
  private(set) var folder = "/"
  private(set) var file: String?
  private(set) var missing: String?

  /// The maximum number of links that the operating system follows.
  private static let linkLimit = 40

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
  var absolutePath: String {
    if hasPrefix("/") { return self }
    return FileManager.default.currentDirectoryPath + "/" + self
  }
}
#endif
