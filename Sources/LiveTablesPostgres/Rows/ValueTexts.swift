#if Postgres
internal import Foundation
internal import LiveTables

/// The text format of `bytea`: `\x` followed by hexadecimal digits.
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

/// The text format of arrays: `{1,NULL,"a b"}`, `{{1,2},{3,4}}`, `[0:1]={1,2}`.
enum PostgresArray {
  /// An element, which is a list if the array has several dimensions.
  indirect enum Element: Hashable, Sendable {
    case null
    case text(String)
    case list([Element])
  }

  /// Returns the elements of the array that a text represents.
  ///
  /// - Returns: The elements, or `nil` if the text is not an array.
  static func elements(of text: String, delimiter: UInt8 = UInt8(ascii: ",")) -> [Element]? {
    var rest = Substring(text)
    // Bounds precede an array whose first index is not 1.
    if rest.first == "[" {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      rest = rest[rest.index(after: equals)...]
    }
    var lists: [[Element]] = []
    var element: [UInt8] = []
    // Whether an element has been read that is not in its list yet.
    var (isQuoted, isEscaped, wasQuoted, isList) = (false, false, false, false)
    func finish() -> Bool {
      defer { (element, wasQuoted, isList) = ([], false, false) }
      if isList { return element.isEmpty && !wasQuoted }
      if element.isEmpty && !wasQuoted { return false }
      let text = String(decoding: element, as: UTF8.self)
      lists[lists.count - 1].append(!wasQuoted && text.uppercased() == "NULL" ? .null : .text(text))
      return true
    }
    var bytes = Array(rest.utf8)[...]
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    while let byte = bytes.popFirst() {
      if isEscaped {
        isEscaped = false
        element.append(byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        wasQuoted = true
      } else if isQuoted {
        element.append(byte)
      } else if byte == UInt8(ascii: "{") {
        if isList || wasQuoted || !element.isEmpty { return nil }
        lists.append([])
      } else if byte == UInt8(ascii: "}") {
        let isEmpty = lists[lists.count - 1].isEmpty && element.isEmpty && !wasQuoted && !isList
        if !isEmpty, !finish() { return nil }
        let list = lists.removeLast()
        if lists.isEmpty { return bytes.isEmpty ? list : nil }
        lists[lists.count - 1].append(.list(list))
        isList = true
      } else if byte == delimiter {
        if !finish() { return nil }
      } else {
        element.append(byte)
      }
    }
    return nil
  }

  static func text(of element: String?) -> String {
    guard let element else { return "NULL" }
    return "\"" + element.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"") + "\""
  }
}

/// The text format of dates and times in the `ISO` style.
enum PostgresDate {
  /// Returns the date that a text represents, or `nil` if the text is not a date or if `Date` cannot represent it exactly,
  /// because it is too distant for microseconds or equals a date that represents infinity.
  static func date(_ text: String) -> Date? {
    switch text {
    case "infinity": return .distantFuture
    case "-infinity": return .distantPast
    default:
      guard let seconds = WrittenDate(text)?.seconds else { return nil }
      let date = Date(timeIntervalSince1970: seconds)
      if date == .distantFuture || date == .distantPast { return nil }
      // Beyond this date, a `Double` cannot represent microseconds.
      if abs(seconds) > 4e9, text.contains("."), !isExact(text, date) { return nil }
      return date
    }
  }

  private static func isExact(_ text: String, _ date: Date) -> Bool {
    let fraction = text.split(separator: ".").last?.prefix { $0.isNumber } ?? ""
    let micros = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard abs(micros) < 0x1p53 else { return false }
    let written = String(fraction) + String(repeating: "0", count: max(0, 6 - fraction.count))
    let rest = micros - (micros / 1_000_000).rounded(.down) * 1_000_000
    return Double(written) == rest
  }

  /// Returns the text of a date with microseconds, or as a day for columns of type `date`.
  ///
  /// - Throws: `PostgresError` if the date is NaN or out of range, or if it has a time of day and the column stores
  ///   only days.
  static func text(of date: Date, _ type: ValueType) throws -> String {
    let time = date.timeIntervalSince1970
    if date == .distantFuture || time == .infinity { return "infinity" }
    if date == .distantPast || time == -.infinity { return "-infinity" }
    guard abs(time) < 1e13 else { throw PostgresError("a date of \(time) s since 1970 is out of range") }
    let micros = (time * 1_000_000).rounded()
    let seconds = (micros / 1_000_000).rounded(.down)
    var fraction = String(String(Int(micros - seconds * 1_000_000) + 1_000_000).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    let days = (seconds / 86_400).rounded(.down)
    let ofDay = Int(seconds - days * 86_400)
    if type.id == ValueType.date, ofDay != 0 || !fraction.isEmpty {
      throw PostgresError("a column of type date takes no time of day, and \(date) is not midnight in UTC")
    }
    // Unlike Foundation's calendar, the server's calendar does not skip days in 1582.
    let date = WrittenDate.date(ofDay: Int(days))
    func two(_ part: Int) -> String { String(part + 100).suffix(2).description }
    let year = String(date.year > 0 ? date.year : 1 - date.year)
    let padded = String(repeating: "0", count: max(0, 4 - year.count)) + year
    let day = "\(padded)-\(two(date.month))-\(two(date.day))"
    let clock =
      " \(two(ofDay / 3_600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))" + (fraction.isEmpty ? "" : ".") + fraction
    let zone = type.id == ValueType.timestamp ? "" : "+00"
    return day + (type.id == ValueType.date ? "" : clock + zone) + (date.year > 0 ? "" : " BC")
  }
}
#endif
