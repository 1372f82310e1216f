/// A fault that a rule made in one place of the sources.
///
/// All faults are planted in one copy of the project, each asleep until the environment variable `FAULT` has its number.
struct Fault: Sendable {
  /// What is done to the sources.
  enum Rule: String, CaseIterable, Sendable {
    case boundary = "boundary of a comparison"
    case comparison = "comparison negated"
    case conditionTrue = "condition true"
    case conditionFalse = "condition false"
    case operand = "operand left out"
    case result = "result negated"
    case literal = "literal of a Boolean negated"
    case number = "number plus one"
    case arithmetic = "plus and minus"
    case range = "range one shorter"
    case call = "call dropped"
    case assignment = "assignment dropped"
    case end = "first and last"
    case deferred = "defer dropped"
    case neighbour = "neighbouring case"
    case cancellation = "cancellation not seen"
  }

  let rule: Rule
  /// The file, beginning with `Sources/`.
  let file: String
  /// Lines and columns count from 1.
  let line: Int
  let column: Int
  /// The source that it is about, shortened.
  let text: String
  /// The line on which that begins.
  let context: String
  let edit: Edit

  /// How it is called in reports and on the command line.
  var name: String { "\(file):\(line):\(column) \(rule.rawValue)" }
  /// The module and its folder: `LiveTables/Store`.
  var folder: String {
    file.split(separator: "/").dropFirst().prefix(2).filter { !$0.hasSuffix(".swift") }.joined(separator: "/")
  }

  /// Whether it is in a file, in one of its lines, or at one place there: `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
  func isAt(_ place: String) -> Bool {
    [file, "\(file):\(line)", "\(file):\(line):\(column)"].contains(place)
  }

  var module: String { String(file.split(separator: "/")[1]) }
}

/// What a fault puts before and after a range of a file.
///
/// `#` stands for the question whether the fault is awake.
struct Edit: Sendable {
  let range: Range<Int>
  let prefix: String
  let suffix: String
}

/// What keeps a run from being one.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
