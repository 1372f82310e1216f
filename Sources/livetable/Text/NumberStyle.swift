/// The notation of a column's numbers, which cannot be determined from a single number.
struct NumberStyle: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `250m` means 0.25, because other values are plain numbers and no value is a time.
  static let thousandths = Self(rawValue: 1)
  /// `250m` means a size, because other values end in `g` or `t`.
  static let megabytes = Self(rawValue: 2)
  /// `1,5` means 1.5 and `1.500` means 1500, because no value has a decimal point.
  static let decimalCommas = Self(rawValue: 4)
  /// `10:05` means a time today, and `2024` means a year, because other values are dates.
  static let dates = Self(rawValue: 8)
  /// `5/2/2025` is a date in February, because another value starts with a number greater than 12.
  static let dayFirst = Self(rawValue: 16)
  /// `3.10` is a version, because other values have two dots.
  static let versions = Self(rawValue: 32)
  /// `1200` is a size in KiB, as `ps` and `top` print it.
  static let kibibytes = Self(rawValue: 64)

  /// Determines the style from the values of a column.
  ///
  /// - Complexity: O(*n*) in the number of bytes; most values are only scanned.
  init(of texts: some Collection<String>) {
    self = []
    let shapes = texts.map(Shape.init)
    /// Returns whether a text with a certain punctuation meets a condition.
    func hasText(_ hasShape: (Shape) -> Bool, where condition: (String) -> Bool) -> Bool {
      zip(texts, shapes).contains { hasShape($1) && condition($0) }
    }
    if shapes.contains(where: { $0.last == UInt8(ascii: "m") }) {
      let isSize = hasText({ "gt".utf8.contains($0.last) }) { Measure($0)?.unit == .bytes }
      let isPlain = hasText({ $0.last.isASCIIDigit }) { Measure($0)?.unit == Measure.Unit.none }
      if isSize {
        insert(.megabytes)
      } else if isPlain, !hasText({ _ in true }, where: { Measure($0, .thousandths)?.unit == .seconds }) {
        insert(.thousandths)
      }
    }
    if hasText({ $0.commas == 1 }, where: { Measure($0, .decimalCommas) != nil && Measure($0) == nil }),
      !hasText({ $0.dots > 0 }, where: { Measure($0) != nil && Measure($0, .decimalCommas) == nil })
    {
      insert(.decimalCommas)
    }
    if shapes.contains(where: { $0.colons > 0 || $0.isYear }),
      hasText({ _ in true }, where: { Measure($0)?.unit == .date })
    {
      insert(.dates)
    }
    if hasText({ $0.slashes == 2 }, where: { (13...31).contains(Int($0.prefix(2)) ?? 0) && Measure($0)?.unit == .date })
    {
      insert(.dayFirst)
    }
    if shapes.contains(where: { $0.dots == 1 }),
      hasText({ $0.dots > 1 }, where: { Measure($0) == nil && Version($0) != nil }),
      !hasText({ _ in true }, where: { Measure($0) != nil && Version($0, mayBeShort: true) == nil })
    {
      insert(.versions)
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The punctuation at the start of a text.
  private struct Shape {
    var (commas, dots, slashes, colons) = (0, 0, 0, 0)
    var last: UInt8 = 0
    var isYear: Bool

    init(_ text: String) {
      isYear = text.utf8.count == 4
      for byte in text.utf8.prefix(64) {
        last = byte
        if isYear, !byte.isASCIIDigit { isYear = false }
        switch byte {
        case .comma: commas += 1
        case UInt8(ascii: "."): dots += 1
        case UInt8(ascii: "/"): slashes += 1
        case UInt8(ascii: ":"): colons += 1
        default: break
        }
      }
    }
  }
}
