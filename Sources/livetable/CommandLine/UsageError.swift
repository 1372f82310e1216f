/// An error in the command line, with the problem and a remedy.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var problem: String
  var remedy: String

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  var description: String { "\(problem); \(remedy)" }
}
