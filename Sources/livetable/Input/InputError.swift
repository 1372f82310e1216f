/// Something wrong with what was read: where it is, what it is, and what to do about it.
struct InputError: Error, Equatable {
  /// The file, or whatever else the bytes came from, as people know it.
  var source: String
  /// The line the trouble is on, counted from 1.
  var line: Int?
  /// The row the trouble is in, counted from 1.
  var row: Int?
  /// What is wrong.
  var problem: String
  /// What to do about it.
  var remedy: String
}

extension InputError {
  /// A file could not be read, for the system's reason.
  init(unreadable path: String, _ error: some Error) {
    self.init(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
  }
}

extension InputError: CustomStringConvertible {
  var description: String {
    var place = source
    if let line, line > 0 { place += ", line \(line)" }
    if let row { place += ", row \(row)" }
    return "\(place): \(problem); \(remedy)"
  }
}
