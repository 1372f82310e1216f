#if Postgres
internal import Foundation
internal import LiveTables

/// The identities of types that are looked at.
enum TypeID {
  static let json: UInt32 = 114
  static let jsonb: UInt32 = 3802
  /// Integers, floats and numerics.
  static let numbers: Set<UInt32> = [20, 21, 23, 700, 701, 1700]
}

/// `bytea`, as the server writes it: `\x` and hexadecimal digits.
enum PostgresBytes {
  static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]), digits.count.isMultiple(of: 2) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 2, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  static func text(of bytes: some Sequence<UInt8>) -> String {
    "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// An array, as the server writes it: `{1,NULL,"a b"}`, `{{1,2},{3,4}}`, `[0:1]={1,2}`.
enum PostgresArray {
  /// The elements; those of an array of more dimensions are arrays themselves.
  static func elements(of text: String) -> [String?]? {
    var rest = Substring(text)
    // Bounds are there if the array does not begin with 1.
    if rest.first == "[" {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      rest = rest[rest.index(after: equals)...]
    }
    guard rest.first == "{", rest.last == "}" else { return nil }
    let inside = Array(rest.utf8.dropFirst().dropLast())
    if inside.isEmpty { return [] }
    var elements: [String?] = []
    var element: [UInt8] = []
    var (isQuoted, isEscaped, wasQuoted, depth) = (false, false, false, 0)
    for byte in inside {
      if isEscaped {
        isEscaped = false
        element.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"):
        isEscaped = true
        if depth > 0 { element.append(byte) }
        continue
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        wasQuoted = true
        if depth == 0 { continue }
      case UInt8(ascii: "{") where !isQuoted: depth += 1
      case UInt8(ascii: "}") where !isQuoted:
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: ",") where !isQuoted && depth == 0:
        elements.append(finished(element, wasQuoted))
        (element, wasQuoted) = ([], false)
        continue
      default: break
      }
      element.append(byte)
    }
    guard !isQuoted, !isEscaped, depth == 0 else { return nil }
    elements.append(finished(element, wasQuoted))
    return elements
  }

  static func text(of elements: [String?], areArrays: Bool) -> String {
    let parts = elements.map { element in
      guard let element else { return "NULL" }
      if areArrays { return element }
      return "\"" + element.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"") + "\""
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func finished(_ element: [UInt8], _ wasQuoted: Bool) -> String? {
    let text = String(decoding: element, as: UTF8.self)
    return !wasQuoted && text.uppercased() == "NULL" ? nil : text
  }
}

/// A point in time, as the server writes it in the style `ISO`.
enum PostgresDate {
  static func date(_ text: String) -> Date? {
    switch text {
    case "infinity": .distantFuture
    case "-infinity": .distantPast
    default: WrittenDate(text).map { Date(timeIntervalSince1970: $0.seconds) }
    }
  }
}
#endif
