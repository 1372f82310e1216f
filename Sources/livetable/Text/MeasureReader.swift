/// Parses the UTF-8 bytes of a text as a ``Measure``.
struct MeasureReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let style: NumberStyle
  let today: Int
  var position = 0
  /// The end of the text before any trailing spaces and note in brackets.
  private(set) var end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ style: NumberStyle, today: Int) {
    (self.bytes, self.style, self.today) = (bytes, style, today)
    end = bytes.count
  }

  mutating func read() -> Measure? {
    skipSpaces()
    while end > position, bytes[end - 1] == .space { end -= 1 }
    guard position < end, mayBegin() else { return nil }
    dropNote()
    let start = position
    if let measure = plain(), position == end { return measure }
    position = start
    if let measure = duration(), position == end { return measure }
    position = start
    return date().flatMap { SortableNumber(value: $0) }.map { Measure($0, .date) }
  }

  /// Returns whether the first letters may start a measure.
  private func mayBegin() -> Bool {
    let first = bytes[position]
    if !first.isLetter { return first.isASCIIDigit || first >= 0x80 || "+-.$".utf8.contains(first) }
    var reader = self
    let word = reader.word()
    return Self.introductions.contains(word) || Self.month(word) != nil || Self.isWeekday(word)
  }

  /// Excludes a note in brackets that follows a space, as in `17 (3m ago)`.
  private mutating func dropNote() {
    let close = bytes[end - 1]
    guard close == UInt8(ascii: ")") || close == UInt8(ascii: "]") else { return }
    let open = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
    guard let note = (position + 1..<end).first(where: { bytes[$0] == open && bytes[$0 - 1] == .space }) else { return }
    end = note - 1
    while end > position + 1, bytes[end - 1] == .space { end -= 1 }
  }

  // MARK: - Numbers with units

  /// Reads a number with its unit, or a ratio: `1.5GiB / 1.9GiB`, `3 of 5`.
  private mutating func plain() -> Measure? {
    guard let (first, unit) = quantity() else { return nil }
    if position == end {
      let isYear = style.contains(.dates) && end == 4 && unit == .none
      let year = isYear ? Int(exactly: first.value).flatMap { Self.days($0, 1, 1) } : nil
      return year.map { Measure(SortableNumber(whole: $0 * 86_400), .date) } ?? Measure(first, unit)
    }
    skipSpaces()
    if !accept("/") {
      guard accept("of"), position < end, bytes[position] == .space else { return nil }
    }
    skipSpaces()
    guard let (second, _) = quantity(), position == end else { return nil }
    var number = first
    number.limit = second.value
    return Measure(number, unit)
  }

  private mutating func quantity() -> (SortableNumber, Measure.Unit)? {
    guard let number = number() else { return nil }
    let start = position
    skipSpaces(atMost: 1)
    let from = position
    while position < end, bytes[position] != .space, bytes[position] != UInt8(ascii: "/") { position += 1 }
    var name = from..<position
    if name.isEmpty {
      position = start
      name = start..<start
    } else if from > start, matches("of ".utf8, at: from) {
      position = start
      return (number, .none)
    }
    guard let (factor, unit) = unit(name), let scaled = number.scaled(by: factor) else { return nil }
    if !accept("/sec") { _ = accept("/s") }
    return (scaled, unit)
  }

  /// Returns the factor and the unit for a unit name.
  private func unit(_ range: Range<Int>) -> (Double, Measure.Unit)? {
    if range.isEmpty { return style.contains(.kibibytes) ? (1024, .bytes) : (1, .none) }
    let name = string(range)
    switch name {
    case "%": return (1, .percent)
    case "B", "byte", "bytes", "Bytes": return (1, .bytes)
    case "m" where style.contains(.thousandths): return (0.001, .none)
    case "m" where style.contains(.megabytes): return (0x1p20, .bytes)
    case "€", "$", "£", "¥": return (1, .none)
    default: break
    }
    if let seconds = Self.seconds(name) { return (seconds, .seconds) }
    // A lowercase `m` is a unit of time, but `kb` is accepted for `kB`.
    let isSmall = name.utf8.count == 2 && name.hasSuffix("b") && bytes[range.lowerBound] > 0x60
    let isSize = isSmall || ["", "i", "B", "iB"].contains(name.dropFirst())
    if isSize, isSmall || !"me".utf8.contains(bytes[range.lowerBound]),
      let power = Self.prefixes.firstIndex(of: bytes[range.lowerBound] & ~0x20)
    {
      return ((0...power).reduce(1) { size, _ in size * 1024 }, .bytes)
    }
    return Self.physical(name)
  }

  private static let prefixes = Array("KMGTPE".utf8)

  private static let factors: [Character: Double] = ["m": 0.001, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
  /// Physical units, with prefixed units first.
  private static let physicalUnits = [
    "W", "Wh", "V", "Hz", "bit", "bits", "bps", "b", "°C", "°F", "dB", "dBm", "rpm", "RPM", "fps", "x", "×",
  ]

  private static func physical(_ name: String) -> (Double, Measure.Unit)? {
    if physicalUnits.contains(name), name != "b" { return (1, .other(name)) }
    let base = String(name.dropFirst())
    guard let factor = name.first.flatMap({ factors[$0] }), physicalUnits.prefix(8).contains(base) else { return nil }
    return (factor, .other(base == "b" ? "bit" : base))
  }

  /// Reads a decimal number with thousands separators: `1,234.5`, `1 234`, `1'234`.
  mutating func number() -> SortableNumber? {
    let start = position
    var isNegative = false
    if accept("-") || accept("\u{2212}") { isNegative = true } else { _ = accept("+") }
    for currency in ["$", "€", "£", "¥"] where accept(currency) { break }
    var digits = Digits()
    readGroups(&digits)
    let wholeCount = digits.count
    let decimalMark = UInt8(ascii: style.contains(.decimalCommas) ? "," : ".")
    var isWhole = true
    if position < end, bytes[position] == decimalMark {
      let next = position + 1
      guard next < end && bytes[next].isASCIIDigit || wholeCount > 0 else { return nil }
      position = next
      while position < end, bytes[position].isASCIIDigit {
        digits.append(bytes[position])
        position += 1
      }
      isWhole = false
    }
    guard digits.count > 0 else { return nil }
    let mantissaEnd = position
    skipExponent()
    if position == mantissaEnd, let mantissa = digits.value {
      if isWhole, let whole = Int(exactly: mantissa) { return SortableNumber(whole: isNegative ? -whole : whole) }
      // Both numbers are exact, so the quotient is the nearest number.
      let fractionCount = digits.count - wholeCount
      if mantissa < 1 << 53, fractionCount <= 22 {
        let value = Double(mantissa) / Self.powers[fractionCount]
        return SortableNumber(value: isNegative ? -value : value)
      }
    }
    var text: [UInt8] = []
    for byte in bytes[start..<mantissaEnd] where byte.isASCIIDigit || byte == decimalMark {
      text.append(byte == decimalMark ? UInt8(ascii: ".") : byte)
    }
    text += bytes[mantissaEnd..<position]
    let value = Double(String(decoding: text, as: UTF8.self))
    return value.flatMap { SortableNumber(value: isNegative ? -$0 : $0) }
  }

  private struct Digits {
    private(set) var count = 0
    /// The digits as a number, or `nil` if it is too large.
    private(set) var value: UInt64? = 0

    mutating func append(_ digit: UInt8) {
      count += 1
      guard let value else { return }
      let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      self.value = productOverflows || sumOverflows ? nil : sum
    }
  }

  /// Reads the digits before the decimal mark, in groups of three if there are separators between them.
  private mutating func readGroups(_ digits: inout Digits) {
    let first = position
    while position < end, bytes[position].isASCIIDigit {
      digits.append(bytes[position])
      position += 1
      guard position - first <= 3, separatorLength(at: position) > 0 else { continue }
      var groupsEnd = position
      while case let length = separatorLength(at: groupsEnd), length > 0 { groupsEnd += length + 3 }
      // All groups have three digits.
      if groupsEnd < end, bytes[groupsEnd].isASCIIDigit { return }
      while case let length = separatorLength(at: position), length > 0 {
        for digit in bytes[position + length..<position + length + 3] { digits.append(digit) }
        position += length + 3
      }
      return
    }
  }

  private mutating func skipExponent() {
    guard position < end, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    var next = position + 1
    if next < end, "+-".utf8.contains(bytes[next]) { next += 1 }
    guard next < end, bytes[next].isASCIIDigit else { return }
    while next < end, bytes[next].isASCIIDigit { next += 1 }
    position = next
  }

  /// The length of the separator before three digits, or 0 if there is no separator.
  private func separatorLength(at position: Int) -> Int {
    guard position < end else { return 0 }
    let length: Int
    switch bytes[position] {
    case UInt8(ascii: style.contains(.decimalCommas) ? "." : ","), UInt8(ascii: "'"), .space: length = 1
    case 0xC2 where matches([0xC2, 0xA0], at: position): length = 2
    case 0xE2 where [[0x80, 0xAF], [0x80, 0x89], [0x80, 0x99]].contains { matches([0xE2] + $0, at: position) }:
      length = 3
    default: return 0
    }
    guard position + length + 3 <= end else { return 0 }
    return bytes[position + length..<position + length + 3].allSatisfy(\.isASCIIDigit) ? length : 0
  }

  private static let powers: [Double] = (0...22).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

// MARK: - Bytes and words

extension MeasureReader {
  mutating func skipSpaces(atMost most: Int = .max) {
    var count = 0
    while position < end, count < most, bytes[position] == .space { (position, count) = (position + 1, count + 1) }
  }

  /// Skips a text if it is at the current position.
  mutating func accept(_ text: String) -> Bool {
    guard matches(text.utf8, at: position) else { return false }
    position += text.utf8.count
    return true
  }

  private func matches(_ text: some Collection<UInt8>, at position: Int) -> Bool {
    position + text.count <= end && bytes[position..<position + text.count].elementsEqual(text)
  }

  /// Reads the next letters in lower case, up to a limit.
  mutating func word() -> String {
    let start = position
    while position < end, bytes[position].isLetter, position - start < 12 { position += 1 }
    return String(decoding: bytes[start..<position].map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Reads the next digits as a number, or returns `nil` if there are none or more than nine.
  mutating func integer() -> Int? {
    let start = position
    var number = 0
    while position < end, bytes[position].isASCIIDigit, position - start < 10 {
      number = number * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return (1...9).contains(position - start) ? number : nil
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
