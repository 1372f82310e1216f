/// The errors of invalid lines, listed up to a limit.
struct Complaints: Equatable, Sendable {
  private(set) var listed: [InputError] = []
  private(set) var count = 0
  private(set) var lineCount = 0
  /// The number of the last line, if the line is not JSON.
  private(set) var textEnd: Int?

  init(textEnd: Int? = nil) { self.textEnd = textEnd }

  var isEmpty: Bool { count == 0 }

  /// Adds an error.
  ///
  /// Errors for consecutive lines that are not JSON are combined.
  mutating func append(_ error: InputError) {
    lineCount += error.lineCount
    let continues = error.lastLine != nil && error.line == textEnd.map { $0 + 1 }
    textEnd = error.lastLine
    if continues {
      if count > 0, count == listed.count { listed[listed.count - 1].lastLine = textEnd }
      return
    }
    count += 1
    if listed.count < Limits.complaints { listed.append(error) }
  }

  mutating func append(contentsOf others: Complaints) {
    for error in others.listed { append(error) }
    let unlisted = others.count - others.listed.count
    (count, lineCount) = (count + unlisted, lineCount + unlisted)
  }

  var texts: [String] {
    listed.map { "\($0)" } + (count > listed.count ? ["\(count - listed.count) more lines could not be read"] : [])
  }
}
