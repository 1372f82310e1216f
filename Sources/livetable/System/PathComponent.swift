import Foundation

/// A name in the path of a file, with the identity of its directory.
///
/// If a directory is replaced, a component with the same name is not equal to the earlier one.
struct PathComponent: Equatable, Sendable {
  let directory: String
  let name: String
  private(set) var isLink = false
  private let device: UInt64
  private let number: UInt64

  private init(directory: String, name: String) {
    self.directory = directory
    self.name = name
    var status = stat()
    let exists = stat(directory, &status) == 0
    device = exists ? UInt64(truncatingIfNeeded: status.st_dev) : 0
    number = exists ? UInt64(truncatingIfNeeded: status.st_ino) : 0
  }

  /// Returns the names along a path, including the names of resolved links, up to the file or the first missing name.
  static func components(of path: String) -> [PathComponent] {
    var components: [PathComponent] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var rest = names(in: path)
    var linkCount = 0
    while let name = rest.popFirst() {
      let next = (directory == "/" ? "" : directory) + "/" + name
      var component = PathComponent(directory: directory, name: name)
      if name != "..", let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next) {
        component.isLink = true
        linkCount += 1
        if target.hasPrefix("/") { directory = "/" }
        rest = names(in: target) + rest
      } else {
        directory = next
      }
      if name != ".." { components.append(component) }
      // The kernel has the same limit for links.
      if linkCount > 40 || !component.isLink && access(next, F_OK) != 0 { break }
    }
    return components
  }

  private static func names(in path: String) -> ArraySlice<String> {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)[...]
  }
}
