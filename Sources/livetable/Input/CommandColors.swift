/// The colors of a command's output for each line and position.
struct CommandColors: Sendable {
  let text: [UInt8]
  /// The colors of each line: the offset in bytes at which each one starts, and the parameters of its sequence.
  private var lines: [[(offset: Int, parameters: String)]]
  private let plainLines: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var lines: [[(offset: Int, parameters: String)]] = [[]]
    var parameters = ""
    var lineStart = 0
    var rest = bytes[...]
    while let byte = rest.first {
      if let sequence = Self.selection(rest) {
        parameters = Self.joined(parameters, sequence.parameters)
        lines[lines.count - 1].append((text.count - lineStart, parameters))
        rest = rest[sequence.end...]
        continue
      }
      text.append(byte)
      rest.removeFirst()
      if byte == .lineFeed {
        lineStart = text.count
        lines.append(parameters.isEmpty ? [] : [(0, parameters)])
      }
    }
    self.text = text
    self.lines = lines
    plainLines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
  }

  /// Returns the color sequence (SGR) at the start of some bytes, without parameters that contain colons.
  private static func selection(_ bytes: ArraySlice<UInt8>) -> (parameters: String, end: Int)? {
    guard bytes.starts(with: [0x1B, UInt8(ascii: "[")]) else { return nil }
    let body = bytes.dropFirst(2)
    let parameters = body.prefix(64).prefix { (0x30...0x3B).contains($0) }
    guard body.dropFirst(parameters.count).first == UInt8(ascii: "m") else { return nil }
    let isPlain = !parameters.contains(UInt8(ascii: ":"))
    return (isPlain ? String(decoding: parameters, as: UTF8.self) : "", parameters.endIndex + 1)
  }

  /// Returns the color parameters after another escape sequence, which may reset the previous parameters.
  private static func joined(_ before: String, _ next: String) -> String {
    let codes = next.split(separator: ";", omittingEmptySubsequences: false)
    guard let reset = codes.lastIndex(where: { $0.isEmpty || $0.allSatisfy { $0 == "0" } }), !next.contains("8;") else {
      // Without a limit, the parameters of a program that never resets colors would grow.
      return before.isEmpty || before.utf8.count + next.utf8.count >= 64 ? next : before + ";" + next
    }
    return codes[(reset + 1)...].joined(separator: ";")
  }

  /// Returns the colors of a row's values, in the order of the values in the line.
  ///
  /// - Returns: The parameters at the first character of each value, or `nil` if the line has no colors.
  func colors(of values: [JSONValue], line number: Int) -> [String]? {
    guard lines.indices.contains(number - 1), !lines[number - 1].isEmpty else { return nil }
    let starts = lines[number - 1]
    var rest = plainLines[number - 1]
    let lineStart = rest.startIndex
    return values.map { value in
      let bytes = Array(value.printed.utf8)
      guard !bytes.isEmpty, let range = rest.firstRange(of: bytes) else { return "" }
      rest = rest[range.upperBound...]
      return starts.last { $0.offset <= range.lowerBound - lineStart }?.parameters ?? ""
    }
  }
}
