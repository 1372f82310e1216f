/// A number with what it measures, as programs print it: `1,200`, `4.0K`, `97%`, `2d3h`.
struct Measure {
  let number: SortableNumber
  let unit: Unit

  /// What numbers measure.
  enum Unit: Int, CaseIterable {
    case none, bytes, percent, seconds
  }

  /// Makes a measure of a text, or nothing where the text measures nothing.
  init?(_ text: String) {
    let text = text.withoutSeparators
    if let number = SortableNumber(text) {
      (self.number, unit) = (number, .none)
    } else if let number = SortableNumber(measure: text) {
      (self.number, unit) = (number, text.last == "%" ? .percent : .bytes)
    } else if let number = SortableNumber(duration: text) {
      (self.number, unit) = (number, .seconds)
    } else {
      return nil
    }
  }
}

extension String {
  /// Whether it is a number or measures something.
  var isMeasure: Bool { Measure(self) != nil }

  /// The text without the commas of a number that it begins with, where they are between groups of three digits.
  fileprivate var withoutSeparators: String {
    guard utf8.contains(.comma) else { return self }
    let digits = utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }.prefix {
      $0.isASCIIDigit || $0 == .comma
    }
    let groups = digits.split(separator: .comma, omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return self }
    return self[..<digits.endIndex].filter { $0 != "," } + self[digits.endIndex...]
  }
}
