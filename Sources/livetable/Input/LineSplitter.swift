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

  /// What has arrived and was not taken yet.
  private(set) var bytes: [UInt8] = []
  /// How long a line may be.
  let limit: Int
  private var start = 0
  private var searched = 0
  private var number = 1
  private var isSkipping = false

  init(limit: Int = 64 << 20) {
    self.limit = limit
  }

  /// Adds a chunk; the ranges of lines that were taken before are no longer valid.
  mutating func append(_ chunk: some Collection<UInt8>) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// Takes the next line that is complete.
  mutating func nextLine() -> Line? {
    while let end = bytes[searched...].firstIndex(of: .lineFeed) {
      let line = start..<end
      start = end + 1
      searched = start
      number += 1
      if isSkipping {
        isSkipping = false
      } else if line.count > limit {
        return .tooLong(number: number - 1)
      } else {
        return .complete(line, number: number - 1)
      }
    }
    searched = bytes.count
    return dropsWhatIsTooLong()
  }

  /// Takes what is left when the stream has ended in the middle of a line.
  mutating func lastLine() -> Line? {
    guard start < bytes.count, !isSkipping else { return nil }
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
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong(number: number)
  }
}
