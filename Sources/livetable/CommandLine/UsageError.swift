/// A problem with the command line, and a remedy.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var problem: String
  var remedy: String

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  var description: String { "\(problem); \(remedy)" }
}
