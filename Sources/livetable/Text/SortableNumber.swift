/// A version such as `1.10.0` or `v2.0.1-rc1`: at least two dots between numbers, then whatever else.
struct Version: Comparable, Sendable {
  private let numbers: [Int]
  private let suffix: ExactText

  init?(_ text: String) {
    let digits = text.hasPrefix("v") ? text.dropFirst() : Substring(text)
    let end = digits.firstIndex { !$0.isASCII || !($0.isNumber || $0 == ".") } ?? digits.endIndex
    let parts = digits[..<end].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count > 2 || parts.count == 2 && text.hasPrefix("v"), !parts.contains(nil) else { return nil }
    numbers = parts.compactMap(\.self)
    suffix = ExactText(String(digits[end...]))
  }

  static func < (one: Self, other: Self) -> Bool {
    if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    // What follows the numbers names a preview: 2.0.0-rc1 is before 2.0.0.
    if one.suffix == other.suffix { return false }
    if one.suffix.string.isEmpty || other.suffix.string.isEmpty { return other.suffix.string.isEmpty }
    return one.suffix < other.suffix
  }
}

/// A number that can be compared with others, whole numbers of up to 64 bits without any loss.
struct SortableNumber: Equatable, Sendable {
  let value: Double
  /// What a whole number is more than `value`.
  private let remainder: Int

  /// Makes a number of a text, or nothing where the text is not a decimal number.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.canBeInNumber), let value = Double(text), value.isFinite else {
      return nil
    }
    self.value = value
    let rounded = Int(exactly: value)
    remainder = if let whole = Int(text), let rounded { whole - rounded } else { 0 }
  }

  /// Makes a number of one with a percent sign, or of a size as programs print it: `97%`, `4.0K`, `1.5 GiB`.
  init?(measure text: String) {
    var text = Substring(text)
    if text.last == "%" {
      self.init(String(text.dropLast()))
      return
    }
    if text.last == "B" {
      text.removeLast()
      if let bytes = SortableNumber(String(text)) {
        self = bytes
        return
      }
    }
    if text.last == "i" { text.removeLast() }
    guard let unit = text.last, let power = Array("KMGTPE").firstIndex(of: unit == "k" ? "K" : unit) else { return nil }
    text.removeLast()
    if text.last == " " { text.removeLast() }
    guard let number = SortableNumber(String(text)) else { return nil }
    self.init(value: number.value * (0...power).reduce(1) { size, _ in size * 1024 })
  }

  /// Makes a number of thousandths, as Kubernetes writes parts of a processor: `250m`.
  init?(thousandths text: String) {
    guard text.last == "m", let number = SortableNumber(String(text.dropLast())) else { return nil }
    self.init(value: number.value / 1000)
  }

  /// Makes a number of seconds of a time as programs print it: `2d`, `3h45m`, `0:59`, `1-02:00:00`, `5 minutes ago`,
  /// `Up 2 hours`.
  init?(duration text: String) {
    guard let value = Self.clock(text) ?? Self.units(text) ?? Self.words(text) else { return nil }
    self.init(value: value)
  }

  /// `12:34:56`, also with days before: `1-02:03:04`.
  private static func clock(_ text: String) -> Double? {
    let days = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = days[days.count - 1].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      !parts.contains(where: { !(1...3).contains($0.utf8.prefix { $0 != 0x2E }.count) })
    else { return nil }
    var seconds = 0.0
    for part in parts {
      guard part.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 0x2E }), let number = Double(part) else { return nil }
      seconds = seconds * 60 + number
    }
    if days.count == 1 { return seconds }
    return Int(days[0]).map { Double($0) * 86400 + seconds }
  }

  private static let seconds: [Substring: Double] = [
    "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800, "y": 31_536_000, "ms": 0.001, "µs": 0.000001, "us": 0.000001,
    "ns": 0.000000001, "second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604_800, "month": 2_592_000,
    "year": 31_536_000,
  ]

  /// `4d3h`, `1m30s`, `250ms`.
  private static func units(_ text: String) -> Double? {
    var rest = Substring(text)
    var sum = 0.0
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest.removeFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      guard let number = Double(digits), unit.count <= 2, let factor = seconds[unit] else { return nil }
      rest.removeFirst(unit.count)
      sum += number * factor
    } while !rest.isEmpty
    return sum
  }

  /// `5 minutes ago`, `Up 2 hours (healthy)`, `About an hour ago`, `Exited (0) 3 days ago` is a text.
  private static func words(_ text: String) -> Double? {
    var words = text.split(separator: " ")[...]
    if words.first == "Up" { words.removeFirst() }
    if words.first == "About" {
      words.removeFirst()
    } else if words.starts(with: ["Less", "than"]) {
      words.removeFirst(2)
    }
    guard words.count >= 2, let first = words.popFirst(), let unit = words.popFirst(),
      words.isEmpty || words.elementsEqual(["ago"]) || words.first?.hasPrefix("(") == true,
      let number = first == "a" || first == "an" ? 1 : Double(first)
    else { return nil }
    return seconds[unit.hasSuffix("s") && unit.count > 2 ? unit.dropLast() : unit].map { $0 * number }
  }

  /// Makes a number of a value, or nothing where there is no such number.
  private init?(value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
    remainder = 0
  }

  /// By how much a whole number is more than another, without any loss; `nil` where one is none, or that is too much.
  func wholeDifference(from other: Self) -> Int? {
    guard let whole = Int(exactly: value), let otherWhole = Int(exactly: other.value) else { return nil }
    let (difference, isTooMuch) = whole.subtractingReportingOverflow(otherWhole)
    let (sum, isSumTooMuch) = difference.addingReportingOverflow(remainder - other.remainder)
    return isTooMuch || isSumTooMuch ? nil : sum
  }

  private static func canBeInNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit
      || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte)
  }
}

extension SortableNumber: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.value == second.value ? first.remainder < second.remainder : first.value < second.value
  }
}
