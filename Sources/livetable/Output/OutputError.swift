/// The error of a failed write to standard output or the recording, as a message.
struct OutputError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ error: SystemError, problem: String = "standard output") {
    description = "\(problem): \(error); check that there is enough space"
  }
}
