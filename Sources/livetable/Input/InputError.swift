/// An error in the input, with its position and a remedy.
struct InputError: Error, Equatable {
  var source: String
  /// The line, counted from 1.
  var line: Int?
  /// The last of several consecutive lines that are not JSON, such as those of a traceback.
  var lastLine: Int?
  /// The row, counted from 1.
  var row: Int?
  var problem: String
  var remedy: String
}

extension InputError {
  /// Creates an error for a file that cannot be read.
  init(unreadable path: String, _ error: some Error) {
    self.init(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
  }

  /// Returns what a body reads from a file.
  static func reading<Value>(
    _ path: String, _ body: (String) throws(SystemError) -> Value
  ) throws(InputError) -> Value {
    do {
      return try body(path)
    } catch {
      throw InputError(unreadable: path, error)
    }
  }
}

extension InputError: CustomStringConvertible {
  var lineCount: Int { line.flatMap { line in lastLine.map { $0 - line + 1 } } ?? 1 }

  var description: String {
    var place = source
    if let line, line > 0 { place += lineCount > 1 ? ", lines \(line)–\(line + lineCount - 1)" : ", line \(line)" }
    if let row { place += ", row \(row)" }
    return "\(place): \(problem); \(remedy)"
  }
}
