/// A fault that a rule creates at one position in the sources.
///
/// All faults are planted in one copy of the project. The environment variable `FAULT` enables one by its number.
struct Fault: Sendable {
  /// The kind of change.
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
  /// The line and column, counted from 1.
  let line: Int
  let column: Int
  /// The source that the fault changes, shortened.
  let text: String
  /// The line on which that source begins.
  let context: String
  let edit: Edit

  /// The name in reports and on the command line.
  var name: String { "\(file):\(line):\(column) \(rule.rawValue)" }
  /// The module and its folder, for example `LiveTables/Store`.
  var folder: String {
    file.split(separator: "/").dropFirst().prefix(2).filter { !$0.hasSuffix(".swift") }.joined(separator: "/")
  }

  /// Returns whether the fault is at a place of the form `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
  func isAt(_ place: String) -> Bool {
    [file, "\(file):\(line)", "\(file):\(line):\(column)"].contains(place)
  }

  var module: String { String(file.split(separator: "/")[1]) }
}

/// The text that a fault inserts before and after a range of a file.
///
/// `#` is replaced with the check whether the fault is enabled.
struct Edit: Sendable {
  let range: Range<Int>
  let prefix: String
  let suffix: String
}

/// An error that ends the run.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
