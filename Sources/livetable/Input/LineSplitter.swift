/// Cuts a stream of bytes into lines, wherever the chunks that arrive were cut.
///
/// Memory is bounded: of a line that grows past the limit only the number is kept.
struct LineSplitter {
  /// A line, or what is known of it.
  enum Line: Equatable {
    /// Where a line is in `bytes`, without what ends it, and its number.
    case complete(Range<Int>, number: Int)
    /// A line longer than the limit, left out.
    case tooLong(number: Int)
  }

  /// What makes several lines one.
  enum Joining: Equatable {
    case nothing
    /// Quotes that are open at the end of a line, as in CSV with this between two fields.
    case quotes(separator: UInt8)
    /// Brackets of JSON that are open at the end of a line.
    case brackets
    /// The same, until they are closed.
    case oneValue
  }

  /// What makes several lines one.
  var joins = Joining.nothing
  /// Whether any lines may still turn out to belong together: until one was good by itself.
  var mayJoin = true
  private var isInQuotes = false
  /// Whether the last byte closed quotes: another one opens them again.
  private var hasClosedQuotes = false
  private var brackets = BracketCounter()

  /// What has arrived and was not taken yet.
  private(set) var bytes: [UInt8] = []
  /// How long a line may be.
  let limit: Int
  private var start = 0
  private var searched = 0
  /// The number of the next line.
  private(set) var number = 1
  private var isSkipping = false

  init(limit: Int = Limits.line) {
    self.limit = limit
  }

  /// Adds a chunk; the ranges of lines that were taken before are no longer valid.
  mutating func append(_ chunk: some Collection<UInt8>) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// Leaves out lines before any was taken.
  ///
  /// - Parameter count: How many; afterwards, how many have not arrived.
  mutating func drop(_ count: inout Int) {
    var start = 0
    while count > 0, let end = bytes[start...].firstIndex(of: .lineFeed) {
      start = end + 1
      number += 1
      count -= 1
    }
    // Of a line that is left out, nothing is kept.
    bytes.removeSubrange(..<(count > 0 ? bytes.count : start))
  }

  /// Takes the next line that is complete.
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

  /// The line with which a quote is open, where that is not the last line: what follows counts by itself.
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

  /// Takes back the line that was taken last: more lines belong to it.
  mutating func putBack(_ line: Range<Int>, number: Int) {
    start = line.lowerBound
    searched = start
    self.number = number
  }

  /// Where the next line ends, if that has arrived.
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

  /// Opens and closes quotes: they open where a field begins, and are text in the middle of one.
  private mutating func takeQuote(_ byte: UInt8, at position: Int, _ separator: UInt8) {
    defer { hasClosedQuotes = byte == .quote && !isInQuotes }
    guard byte == .quote else { return }
    let mark = number == 1 ? InputText.byteOrderMarkLength(in: bytes[start...]) : 0
    let beginsField =
      position == start + mark || bytes[position - 1] == separator || bytes[position - 1] == .carriageReturn
    isInQuotes = !isInQuotes && (beginsField || hasClosedQuotes)
  }

  /// Takes all that is left, and the number of its first line.
  mutating func takeRest() -> (bytes: [UInt8], number: Int) {
    defer { (bytes, start, searched) = ([], 0, 0) }
    return (Array(bytes[start...]), number)
  }

  /// Takes what is left when the stream has ended in the middle of a line.
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
    // What is left out of a value that has several lines goes on to its end.
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong(number: number)
  }
}
