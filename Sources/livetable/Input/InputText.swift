/// A valid UTF-8 text, with a name and a line number for messages.
struct InputText {
  let source: String
  let bytes: [UInt8]
  let range: Range<Int>
  let firstLine: Int

  /// Creates a text from the bytes of a file, without the byte order mark.
  ///
  /// - Throws: An error that names the line if a byte is not UTF-8.
  init(source: String, bytes: [UInt8], firstLine: Int = 1) throws(InputError) {
    let range = Self.byteOrderMarkLength(in: bytes[...])..<bytes.count
    try self.init(source: source, bytes: bytes, range: range, firstLine: firstLine)
  }

  /// Creates a text from the bytes of a file, and makes lines blank that are not UTF-8 if most lines are UTF-8.
  init(
    source: String, bytes: [UInt8], firstLine: Int = 1, withoutBadLines complaints: inout Complaints
  ) throws(InputError) {
    guard bytes.firstInvalidUTF8(in: bytes.indices) != nil else {
      try self.init(source: source, bytes: bytes, firstLine: firstLine)
      return
    }
    var (kept, start, number, badCount): ([UInt8], Int, Int, Int) = ([], 0, firstLine, 0)
    var first: InputError?
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
      do throws(InputError) {
        _ = try InputText(source: source, bytes: bytes, range: start..<end, firstLine: number)
        kept += bytes[start..<end]
      } catch {
        first = first ?? error
        complaints.append(error)
        badCount += 1
      }
      kept.append(.lineFeed)
      (start, number) = (end + 1, number + 1)
    }
    if let first, badCount * 2 > number - firstLine || bytes.starts(with: [0xFF, 0xFE]) || bytes.contains(0) {
      throw first
    }
    try self.init(source: source, bytes: kept, firstLine: firstLine)
  }

  static func byteOrderMarkLength(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Creates a text from a part of a buffer, for example a line.
  ///
  /// - Throws: An error that names the line if a byte is not UTF-8.
  init(source: String, bytes: [UInt8], range: Range<Int>, firstLine: Int) throws(InputError) {
    self.source = source
    self.bytes = bytes
    self.range = range
    self.firstLine = firstLine
    if let position = bytes.firstInvalidUTF8(in: range) {
      throw error(
        line: firstLine + bytes[range.lowerBound..<position].count { $0 == .lineFeed },
        "byte 0x\(String(bytes[position], radix: 16, uppercase: true)) is not UTF-8",
        "convert the text to UTF-8, for example with iconv")
    }
  }

  init(partOf text: InputText, range: Range<Int>, firstLine: Int) {
    (source, bytes) = (text.source, text.bytes)
    (self.range, self.firstLine) = (range, firstLine)
  }

  func string(_ part: Range<Int>) -> String {
    String(decoding: bytes[part], as: UTF8.self)
  }

  func error(line: Int? = nil, row: Int? = nil, _ problem: String, _ remedy: String) -> InputError {
    InputError(source: source, line: line, row: row, problem: problem, remedy: remedy)
  }
}

// MARK: - Lines

extension InputText {
  /// The lines of the text, including blank lines, with their numbers.
  var rawLines: some Sequence<(range: Range<Int>, number: Int)> {
    sequence(state: (start: range.lowerBound, number: firstLine)) { next in
      guard next.start < range.upperBound else { return nil }
      let end = bytes[next.start..<range.upperBound].firstIndex(of: .lineFeed) ?? range.upperBound
      defer { next = (end + 1, next.number + 1) }
      return (range: next.start..<end, number: next.number)
    }
  }

  func dropping(lines count: Int) -> InputText {
    let rest = rawLines.dropFirst(count).first { _ in true } ?? (range.upperBound..<range.upperBound, firstLine + count)
    return InputText(partOf: self, range: rest.range.lowerBound..<range.upperBound, firstLine: rest.number)
  }
}
