import Foundation

/// A number with what it measures, as programs print it: `1,200`, `4.0K`, `97%`, `2d3h`.
struct Measure {
  let number: SortableNumber
  let unit: Unit

  /// What numbers measure.
  enum Unit: Int, CaseIterable {
    case none, bytes, percent, seconds
  }

  /// Makes a measure of a text, or nothing where the text measures nothing.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - hasThousandths: Whether `250m` is a quarter, and not minutes.
  init?(_ text: String, hasThousandths: Bool = false) {
    let text = text.withoutSeparators
    if hasThousandths, let number = SortableNumber(thousandths: text) {
      (self.number, unit) = (number, .none)
    } else if let number = SortableNumber(text) {
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

extension Measure.Unit {
  /// A number of the unit, as people write it.
  func text(of number: Double) -> String {
    switch self {
    case .none: Self.number(number)
    case .percent: Self.number(number) + "%"
    case .bytes: Self.bytes(number)
    case .seconds: Self.seconds(number)
    }
  }

  /// As it is written, without what adding up binary fractions leaves behind.
  private static func number(_ value: Double) -> String {
    let text = String(format: "%.15g", value)
    return text.contains("e") && abs(value) < 1e18 ? String(format: "%.0f", value) : text
  }

  /// With the largest unit of which there is one: `1.5G`.
  private static func bytes(_ sum: Double) -> String {
    var (size, unit) = (sum, "")
    for larger in "KMGTPE" where abs(size) >= 1024 { (size, unit) = (size / 1024, String(larger)) }
    return number((size * 10).rounded() / 10) + unit
  }

  /// In the two largest units: `1d2h`, `3m5s`.
  private static func seconds(_ sum: Double) -> String {
    var rest = abs(sum)
    if rest < 60 { return number((sum * 1000).rounded() / 1000) + "s" }
    rest = rest.rounded()
    var parts: [String] = []
    for (unit, length) in [("d", 86400.0), ("h", 3600), ("m", 60), ("s", 1)] where rest >= length && parts.count < 2 {
      parts.append(number((rest / length).rounded(.down)) + unit)
      rest = rest.truncatingRemainder(dividingBy: length)
    }
    return (sum < 0 ? "-" : "") + parts.joined()
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
