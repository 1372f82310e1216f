/// A number for comparisons that represents 64-bit integers exactly.
struct SortableNumber: Equatable, Sendable {
  let value: Double
  private let remainder: Int
  /// The second number of a ratio such as `1/2`, or 0 if there is none.
  var limit = 0.0

  /// Creates a number, or returns `nil` if it is not finite.
  init?(value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
    remainder = 0
  }

  init(whole: Int) {
    value = Double(whole)
    remainder = Int(exactly: value).map { whole - $0 } ?? 0
  }

  /// Returns the number times a factor, or `nil` if the result is too large.
  func scaled(by factor: Double) -> Self? { factor == 1 ? self : Self(value: value * factor) }

  /// Returns the exact difference of two integers, or `nil` if one is not an integer or the result is too large.
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
