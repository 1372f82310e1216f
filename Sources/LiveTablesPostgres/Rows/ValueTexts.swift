#if Postgres
internal import Foundation

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
      return "\"" + element.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func finished(_ element: [UInt8], _ wasQuoted: Bool) -> String? {
    let text = String(decoding: element, as: UTF8.self)
    return !wasQuoted && text.uppercased() == "NULL" ? nil : text
  }
}

/// A point in time, as the server writes it in the style `ISO`: `2026-11-20`, `2026-11-20 13:05:07.25+01`, `0044-03-15 BC`.
struct PostgresDate {
  let date: Date

  init?(_ text: String) {
    if text == "infinity" || text == "-infinity" {
      date = text == "infinity" ? .distantFuture : .distantPast
      return
    }
    var parts = text.split(separator: " ")
    let isBefore = parts.last == "BC"
    if isBefore { parts.removeLast() }
    guard let day = parts.first?.split(separator: "-").map({ Int($0) }), day.count == 3, parts.count <= 2,
      let year = day[0], let month = day[1], let dayOfMonth = day[2], (1...12).contains(month),
      (1...31).contains(dayOfMonth), (0...9_999_999).contains(year)
    else { return nil }
    var seconds = 0.0
    if parts.count == 2 {
      var time = parts[1]
      if let sign = time.firstIndex(where: { $0 == "+" || $0 == "-" }) {
        guard let offset = Self.seconds(time[time.index(after: sign)...], least: 1) else { return nil }
        seconds = time[sign] == "+" ? -offset : offset
        time = time[..<sign]
      }
      guard let ofDay = Self.seconds(time, least: 2) else { return nil }
      seconds += ofDay
    }
    let days = Self.days(isBefore ? 1 - year : year, month, dayOfMonth)
    date = Date(timeIntervalSince1970: Double(days) * 86_400 + seconds)
  }

  /// Hours, minutes and seconds.
  private static func seconds(_ text: Substring, least: Int) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (least...3).contains(parts.count), parts.allSatisfy({ $0.map { (0..<61).contains($0) } ?? false }) else {
      return nil
    }
    return zip(parts, [3600.0, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
  }

  /// Days since 1970 (Howard Hinnant, days_from_civil, 2013).
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
#endif
