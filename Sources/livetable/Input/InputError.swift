/// An error in the input, with its position and a remedy.
struct InputError: Error, Equatable {
  var source: String
  var line: Int?
  /// The last of several consecutive lines that are not JSON, such as those of a traceback.
  var lastLine: Int?
  var row: Int?
  var problem: String
  var remedy: String
}

extension InputError {
  init(unreadable path: String, _ error: some Error) {
    self.init(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
  }

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
    var position = source
    if let line, line > 0 { position += lineCount > 1 ? ", lines \(line)–\(line + lineCount - 1)" : ", line \(line)" }
    if let row { position += ", row \(row)" }
    return "\(position): \(problem); \(remedy)"
  }
}
