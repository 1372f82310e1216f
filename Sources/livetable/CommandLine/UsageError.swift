/// A command line that cannot be understood, and what to write instead.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var problem: String
  var remedy: String

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  var description: String { "\(problem); \(remedy)" }
}
