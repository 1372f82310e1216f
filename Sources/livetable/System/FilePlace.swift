import Foundation

/// A name in the path of a file, which leads elsewhere after the name is replaced.
struct FilePlace: Equatable, Sendable {
  let directory: String
  let name: String
  private(set) var isLink = false
  private let device: UInt64
  private let number: UInt64

  private init(directory: String, name: String) {
    self.directory = directory
    self.name = name
    var status = stat()
    let isThere = stat(directory, &status) == 0
    device = isThere ? UInt64(truncatingIfNeeded: status.st_dev) : 0
    number = isThere ? UInt64(truncatingIfNeeded: status.st_ino) : 0
  }

  /// Returns the names along a path, including the names of resolved links, up to the file or the first missing name.
  static func places(on path: String) -> [FilePlace] {
    var places: [FilePlace] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var rest = names(in: path)
    var linkCount = 0
    while let name = rest.popFirst() {
      let next = (directory == "/" ? "" : directory) + "/" + name
      var place = FilePlace(directory: directory, name: name)
      if name != "..", let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next) {
        place.isLink = true
        linkCount += 1
        if target.hasPrefix("/") { directory = "/" }
        rest = names(in: target) + rest
      } else {
        directory = next
      }
      if name != ".." { places.append(place) }
      // The kernel has the same limit for links.
      if linkCount > 40 || !place.isLink && access(next, F_OK) != 0 { break }
    }
    return places
  }

  private static func names(in path: String) -> ArraySlice<String> {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)[...]
  }
}
