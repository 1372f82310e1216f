/// Splits a stream of bytes into lines, regardless of its chunks.
///
/// A line that exceeds the limit is dropped, but its number is returned.
struct LineSplitter {
  enum Line: Equatable {
    /// The range of a line in `bytes`, without its line end, and its number.
    case complete(Range<Int>, number: Int)
    case tooLong(number: Int)
  }

  enum Joining: Equatable {
    case nothing
    /// Join lines while quotes are open, as in CSV with this separator.
    case quotes(separator: UInt8)
    /// Join lines while brackets of JSON are open.
    case brackets
    /// Join lines while brackets of JSON are open, and then stop joining.
    case oneValue
  }

  private enum QuoteState {
    case outside
    case inside
    /// After a quote that closes a field, unless another quote follows and turns both into text.
    case closed
  }

  var joining = Joining.nothing
  private var quotes = QuoteState.outside
  private var brackets = BracketCounter()

  /// The bytes that have arrived, and of which those before `start` have been returned.
  private(set) var bytes: [UInt8] = []
  let limit: Int
  private var start = 0
  /// The index of the first byte that has not been searched for the end of the line.
  private var searched = 0
  private(set) var number = 1
  /// Whether the rest of a dropped line is skipped.
  private var isSkipping = false

  init(limit: Int = Limits.line) {
    self.limit = limit
  }

  /// Adds a chunk, which invalidates the ranges of earlier lines.
  mutating func append(_ chunk: some Collection<UInt8>) {
    if start > 0 { bytes.removeSubrange(..<start) }
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
      number += joining == .nothing ? 1 : bytes[line].count { $0 == .lineFeed } + 1
      advance(to: end + 1)
      if isSkipping {
        isSkipping = false
      } else if line.count > limit {
        return .tooLong(number: first)
      } else {
        if joining == .oneValue { joining = .nothing }
        return .complete(line, number: first)
      }
    }
    searched = bytes.count
    if bytes.count - start > Limits.openQuote, let line = firstLineOfOpenQuote() { return line }
    return droppedLine()
  }

  private mutating func advance(to index: Int) {
    start = index
    searched = index
  }

  /// Returns the line in which the open quotes start, unless it is the last line, and splits the lines after it.
  private mutating func firstLineOfOpenQuote() -> Line? {
    guard quotes == .inside, !isSkipping, let end = bytes[start...].firstIndex(of: .lineFeed) else { return nil }
    quotes = .outside
    defer {
      advance(to: end + 1)
      number += 1
    }
    return .complete(start..<end, number: number)
  }

  /// Puts back the last line, because it continues on the next line.
  mutating func putBack(_ line: Range<Int>, number: Int) {
    advance(to: line.lowerBound)
    self.number = number
  }

  private mutating func nextEnd() -> Int? {
    if joining == .nothing || isSkipping && !brackets.isOpen { return bytes[searched...].firstIndex(of: .lineFeed) }
    while searched < bytes.count {
      let byte = bytes[searched]
      switch joining {
      case .nothing: break
      case .quotes(let separator): updateQuotes(byte, at: searched, separator)
      case .brackets, .oneValue: brackets.count(byte)
      }
      if byte == .lineFeed, quotes != .inside, !brackets.isOpen { return searched }
      searched += 1
    }
    return nil
  }

  /// Handles a quote, which opens quotes at the start of a field, and is text inside an unquoted field.
  private mutating func updateQuotes(_ byte: UInt8, at index: Int, _ separator: UInt8) {
    guard byte == .quote else {
      if quotes == .closed { quotes = .outside }
      return
    }
    switch quotes {
    case .inside: quotes = .closed
    case .closed: quotes = .inside
    case .outside:
      let mark = number == 1 ? InputText.byteOrderMarkLength(in: bytes[start...]) : 0
      let beginsField = index == start + mark || [separator, .carriageReturn].contains(bytes[index - 1])
      if beginsField { quotes = .inside }
    }
  }

  /// Takes all remaining bytes, with the number of their first line.
  mutating func takeRest() -> (bytes: [UInt8], number: Int) {
    bytes.removeSubrange(..<start)
    defer {
      bytes = []
      advance(to: 0)
    }
    return (bytes, number)
  }

  mutating func lastLine() -> Line? {
    guard start < bytes.count, !isSkipping else { return nil }
    if let line = firstLineOfOpenQuote() { return line }
    let line = start..<bytes.count
    advance(to: bytes.count)
    return .complete(line, number: number)
  }

  /// Drops the bytes of an unfinished line that exceeds the limit, and returns the line once.
  private mutating func droppedLine() -> Line? {
    guard isSkipping || bytes.count - start > limit else { return nil }
    bytes.removeAll()
    advance(to: 0)
    quotes = .outside
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong(number: number)
  }
}
