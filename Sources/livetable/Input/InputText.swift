/// A valid UTF-8 text, with a name and a line number for messages.
struct InputText {
  let source: String
  /// The buffer that contains the text.
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

  /// The length of the byte order mark, or 0 if there is none.
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
        line: lineNumber(at: position),
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

  private func lineNumber(at position: Int) -> Int {
    bytes[range.lowerBound..<position].reduce(firstLine) { $0 + ($1 == .lineFeed ? 1 : 0) }
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")

  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
