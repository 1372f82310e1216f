/// A number that can be compared with others, whole numbers of up to 64 bits without any loss.
struct SortableNumber: Equatable, Sendable {
  let value: Double
  /// The difference between a whole number and `value`.
  private let remainder: Int
  /// The second number of a ratio such as `1/2`, by which ratios with the same first one are ordered; 0 without one.
  var limit = 0.0

  /// Makes a number of a text; `nil` if the text is not a decimal number.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) }),
      let value = Double(text),
      value.isFinite
    else { return nil }
    self.value = value
    remainder = if let whole = Int(text), let rounded = Int(exactly: value) { whole - rounded } else { 0 }
  }

  /// Makes a number of a value; `nil` if that is not finite.
  init?(value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
    remainder = 0
  }

  /// Makes a number of a whole one.
  init(whole: Int) {
    value = Double(whole)
    remainder = Int(exactly: value).map { whole - $0 } ?? 0
  }

  /// The number times a factor; `nil` if that is too large.
  func scaled(by factor: Double) -> Self? { factor == 1 ? self : Self(value: value * factor) }

  /// By how much a whole number is more than another, without any loss; `nil` if one is none, or that is too much.
  func wholeDifference(from other: Self) -> Int? {
    guard let whole = Int(exactly: value), let otherWhole = Int(exactly: other.value) else { return nil }
    let (difference, isTooMuch) = whole.subtractingReportingOverflow(otherWhole)
    let (sum, isSumTooMuch) = difference.addingReportingOverflow(remainder - other.remainder)
    return isTooMuch || isSumTooMuch ? nil : sum
  }
}

extension SortableNumber: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    (first.value, first.remainder, first.limit) < (second.value, second.remainder, second.limit)
  }
}
