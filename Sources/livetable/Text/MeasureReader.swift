/// Parses the UTF-8 bytes of a text as a ``Measure``.
struct MeasureReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let style: NumberStyle
  /// The current day, in days since 1970.
  let today: Int
  var place = 0
  /// The end of the text before any trailing spaces and note in brackets.
  private(set) var end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ style: NumberStyle, today: Int) {
    (self.bytes, self.style, self.today) = (bytes, style, today)
    end = bytes.count
  }

  mutating func read() -> Measure? {
    skipBlanks()
    while end > place, bytes[end - 1] == .space { end -= 1 }
    guard place < end, mayBegin() else { return nil }
    dropNote()
    let start = place
    if let measure = plain(), place == end { return measure }
    place = start
    if let measure = duration(), place == end { return measure }
    place = start
    return date().flatMap { SortableNumber(value: $0) }.map { Measure($0, .date) }
  }

  /// Returns whether the first letters may start a measure.
  private func mayBegin() -> Bool {
    let first = bytes[place]
    if !first.isLetter { return first.isASCIIDigit || first >= 0x80 || "+-.$".utf8.contains(first) }
    var reader = self
    let word = reader.word()
    return Self.introductions.contains(word) || Self.month(word) != nil || Self.isWeekday(word)
  }

  /// Drops a note in brackets that follows a space, as in `17 (3m ago)`.
  private mutating func dropNote() {
    let close = bytes[end - 1]
    guard close == UInt8(ascii: ")") || close == UInt8(ascii: "]") else { return }
    let open = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
    guard let note = (place + 1..<end).first(where: { bytes[$0] == open && bytes[$0 - 1] == .space }) else { return }
    end = note - 1
    while end > place + 1, bytes[end - 1] == .space { end -= 1 }
  }

  // MARK: - Numbers with units

  /// Reads a number with its unit, or a ratio: `1.5GiB / 1.9GiB`, `3 of 5`.
  private mutating func plain() -> Measure? {
    guard let (first, unit) = quantity() else { return nil }
    if place == end {
      let isYear = style.contains(.dates) && end == 4 && unit == .none
      let year = isYear ? Int(exactly: first.value).flatMap { Self.days($0, 1, 1) } : nil
      return year.map { Measure(SortableNumber(whole: $0 * 86_400), .date) } ?? Measure(first, unit)
    }
    skipBlanks()
    if !take("/") {
      guard take("of"), place < end, bytes[place] == .space else { return nil }
    }
    skipBlanks()
    guard let (second, _) = quantity(), place == end else { return nil }
    var number = first
    number.limit = second.value
    return Measure(number, unit)
  }

  private mutating func quantity() -> (SortableNumber, Measure.Unit)? {
    guard let number = number() else { return nil }
    let start = place
    skipBlanks(atMost: 1)
    let from = place
    while place < end, bytes[place] != .space, bytes[place] != UInt8(ascii: "/") { place += 1 }
    var name = from..<place
    if name.isEmpty {
      place = start
      name = start..<start
    } else if from > start, matches("of ".utf8, at: from) {
      place = start
      return (number, .none)
    }
    guard let (factor, unit) = unit(name), let scaled = number.scaled(by: factor) else { return nil }
    if !take("/sec") { _ = take("/s") }
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
    let start = place
    var isNegative = false
    if take("-") || take("\u{2212}") { isNegative = true } else { _ = take("+") }
    for currency in ["$", "€", "£", "¥"] where take(currency) { break }
    var (mantissa, isWhole, count, fits) = (0 as UInt64, true, 0, true)
    var digits: [UInt8] = []
    func add(_ digit: UInt8) {
      let (product, isTooMuch) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooMuch) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      if fits, isTooMuch || isSumTooMuch { fits = false }
      mantissa = sum
      count += 1
    }
    let first = place
    while place < end, bytes[place].isASCIIDigit {
      add(bytes[place])
      place += 1
      let separator = place - first <= 3 ? separator(at: place) : 0
      guard separator > 0 else { continue }
      // All groups have three digits.
      var next = place
      while case let length = self.separator(at: next), length > 0 { next += length + 3 }
      if next < end, bytes[next].isASCIIDigit { break }
      while case let length = self.separator(at: place), length > 0 {
        for digit in bytes[place + length..<place + length + 3] { add(digit) }
        place += length + 3
      }
      break
    }
    let wholeCount = count
    let mark = UInt8(ascii: style.contains(.decimalCommas) ? "," : ".")
    if place < end, bytes[place] == mark {
      let next = place + 1
      guard next < end && bytes[next].isASCIIDigit || wholeCount > 0 else { return nil }
      place = next
      while place < end, bytes[place].isASCIIDigit {
        add(bytes[place])
        place += 1
      }
      isWhole = false
    }
    guard count > 0 else { return nil }
    let mantissaEnd = place
    takeExponent()
    if place == mantissaEnd, fits, isWhole, let whole = Int(exactly: mantissa) {
      return SortableNumber(whole: isNegative ? -whole : whole)
    }
    if place == mantissaEnd, fits, mantissa < 1 << 53, count - wholeCount <= 22 {
      let value = Double(mantissa) / Self.powers[count - wholeCount]
      return SortableNumber(value: isNegative ? -value : value)
    }
    for byte in bytes[start..<mantissaEnd] where byte.isASCIIDigit || byte == mark {
      digits.append(byte == mark ? UInt8(ascii: ".") : byte)
    }
    digits += bytes[mantissaEnd..<place]
    let value = Double(String(decoding: digits, as: UTF8.self))
    return value.flatMap { SortableNumber(value: isNegative ? -$0 : $0) }
  }

  private mutating func takeExponent() {
    guard place < end, bytes[place] | 0x20 == UInt8(ascii: "e") else { return }
    var next = place + 1
    if next < end, "+-".utf8.contains(bytes[next]) { next += 1 }
    guard next < end, bytes[next].isASCIIDigit else { return }
    while next < end, bytes[next].isASCIIDigit { next += 1 }
    place = next
  }

  /// The length of the separator before three digits, or 0 if there is no separator.
  private func separator(at place: Int) -> Int {
    guard place < end else { return 0 }
    let length: Int
    switch bytes[place] {
    case UInt8(ascii: style.contains(.decimalCommas) ? "." : ","), UInt8(ascii: "'"), .space: length = 1
    case 0xC2 where matches([0xC2, 0xA0], at: place): length = 2
    case 0xE2 where [[0x80, 0xAF], [0x80, 0x89], [0x80, 0x99]].contains { matches([0xE2] + $0, at: place) }: length = 3
    default: return 0
    }
    guard place + length + 3 <= end else { return 0 }
    return bytes[place + length..<place + length + 3].allSatisfy(\.isASCIIDigit) ? length : 0
  }

  private static let powers: [Double] = (0...22).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

// MARK: - Bytes and words

extension MeasureReader {
  mutating func skipBlanks(atMost most: Int = .max) {
    var count = 0
    while place < end, count < most, bytes[place] == .space { (place, count) = (place + 1, count + 1) }
  }

  /// Skips a text if it is at the current position.
  mutating func take(_ text: String) -> Bool {
    guard matches(text.utf8, at: place) else { return false }
    place += text.utf8.count
    return true
  }

  private func matches(_ text: some Collection<UInt8>, at place: Int) -> Bool {
    place + text.count <= end && bytes[place..<place + text.count].elementsEqual(text)
  }

  /// Reads the next letters in lower case, up to a limit.
  mutating func word() -> String {
    let start = place
    while place < end, bytes[place].isLetter, place - start < 12 { place += 1 }
    return String(decoding: bytes[start..<place].map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Reads the next digits as a number, or returns `nil` if there are none or more than nine.
  mutating func integer() -> Int? {
    let start = place
    var number = 0
    while place < end, bytes[place].isASCIIDigit, place - start < 10 {
      number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    return (1...9).contains(place - start) ? number : nil
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
