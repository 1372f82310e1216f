/// Splits a stream of bytes into lines, regardless of its chunks.
///
/// A line that exceeds the limit is dropped, but its number is returned.
struct LineSplitter {
  enum Line: Equatable {
    /// The range of a line in `bytes`, without its line end, and its number.
    case complete(Range<Int>, number: Int)
    /// A line that exceeds the limit and was dropped.
    case tooLong(number: Int)
  }

  enum Joining: Equatable {
    case nothing
    /// Join lines while quotes are open, as in CSV with this separator.
    case quotes(separator: UInt8)
    /// Join lines while brackets of JSON are open.
    case brackets
    /// Join lines while brackets of JSON are open, up to their end.
    case oneValue
  }

  var joins = Joining.nothing
  /// Whether lines may still be joined, because no single line has been valid.
  var mayJoin = true
  private var isInQuotes = false
  /// Whether the last byte was a closing quote, which a second quote turns into text.
  private var hasClosedQuotes = false
  private var brackets = BracketCounter()

  /// The bytes that have arrived and have not been returned yet.
  private(set) var bytes: [UInt8] = []
  let limit: Int
  private var start = 0
  private var searched = 0
  private(set) var number = 1
  private var isSkipping = false

  init(limit: Int = Limits.line) {
    self.limit = limit
  }

  /// Adds a chunk, which invalidates the ranges of earlier lines.
  mutating func append(_ chunk: some Collection<UInt8>) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// Drops lines at the start of the stream.
  ///
  /// - Parameter count: The number of lines to drop, which is reduced by the number of dropped lines.
  mutating func drop(_ count: inout Int) {
    var start = 0
    while count > 0, let end = bytes[start...].firstIndex(of: .lineFeed) {
      start = end + 1
      number += 1
      count -= 1
    }
    // A line that is dropped uses no memory.
    bytes.removeSubrange(..<(count > 0 ? bytes.count : start))
  }

  mutating func nextLine() -> Line? {
    while let end = nextEnd() {
      let line = start..<end
      let first = number
      number += joins == .nothing ? 1 : bytes[line].count { $0 == .lineFeed } + 1
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
      } else if line.count > limit {
        return .tooLong(number: first)
      } else {
        if joins == .oneValue { joins = .nothing }
        return .complete(line, number: first)
      }
    }
    searched = bytes.count
    if bytes.count - start > Limits.openQuote, let line = firstLineOfOpenQuote() { return line }
    return dropsWhatIsTooLong()
  }

  /// Returns the line in which the open quotes start, unless it is the last line, and splits the lines after it.
  private mutating func firstLineOfOpenQuote() -> Line? {
    guard isInQuotes, !isSkipping, let end = bytes[start...].firstIndex(of: .lineFeed) else {
      return nil
    }
    isInQuotes = false
    defer {
      start = end + 1
      searched = start
      number += 1
    }
    return .complete(start..<end, number: number)
  }

  /// Puts back the last line, because it continues on the next line.
  mutating func putBack(_ line: Range<Int>, number: Int) {
    start = line.lowerBound
    searched = start
    self.number = number
  }

  private mutating func nextEnd() -> Int? {
    if joins == .nothing || isSkipping && !brackets.isOpen { return bytes[searched...].firstIndex(of: .lineFeed) }
    while searched < bytes.count {
      let byte = bytes[searched]
      if case .quotes(let separator) = joins { takeQuote(byte, at: searched, separator) }
      if joins == .brackets || joins == .oneValue { brackets.take(byte) }
      if byte == .lineFeed, !isInQuotes, !brackets.isOpen { return searched }
      searched += 1
    }
    return nil
  }

  /// Handles a quote, which opens quotes at the start of a field, and is text inside an unquoted field.
  private mutating func takeQuote(_ byte: UInt8, at position: Int, _ separator: UInt8) {
    defer { hasClosedQuotes = byte == .quote && !isInQuotes }
    guard byte == .quote else { return }
    let mark = number == 1 ? InputText.byteOrderMarkLength(in: bytes[start...]) : 0
    let beginsField =
      position == start + mark || bytes[position - 1] == separator || bytes[position - 1] == .carriageReturn
    isInQuotes = !isInQuotes && (beginsField || hasClosedQuotes)
  }

  mutating func takeRest() -> (bytes: [UInt8], number: Int) {
    defer { (bytes, start, searched) = ([], 0, 0) }
    return (Array(bytes[start...]), number)
  }

  /// Takes the remaining bytes when the stream has ended without a line end.
  mutating func lastLine() -> Line? {
    guard start < bytes.count, !isSkipping else { return nil }
    if let line = firstLineOfOpenQuote() { return line }
    let line = start..<bytes.count
    start = bytes.count
    searched = start
    return .complete(line, number: number)
  }

  private mutating func dropsWhatIsTooLong() -> Line? {
    guard isSkipping || bytes.count - start > limit else { return nil }
    bytes.removeAll()
    start = 0
    searched = 0
    isInQuotes = false
    // The rest of a dropped value with several lines is dropped, too.
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong(number: number)
  }
}
