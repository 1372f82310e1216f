import Foundation

struct SpawnError: Error, Equatable, CustomStringConvertible {
  var command: String
  var code: Int32

  var description: String {
    let remedy = "check its spelling and your PATH, or write its full path"
    let reason = String(cString: strerror(code))
    return switch code {
    case ENOENT: "the command “\(command)” was not found; \(remedy)"
    case EACCES: "the command “\(command)” is not executable; check its permissions, or use another path"
    default: "the command “\(command)” could not be started: \(reason); \(remedy)"
    }
  }
}
