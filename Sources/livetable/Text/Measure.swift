import Foundation

/// A number, measure or date as people write it, such as `1,200`, `4.0K`, `97 %`, `2d3h`, `17 (3m ago)`, `1.5GiB /
/// 1.9GiB`, `Jan 31 2022`.
///
/// Sorting, sums, bars, differences and conditions use this type to read values.
struct Measure: Sendable {
  let number: SortableNumber
  let unit: Unit

  enum Unit: Hashable, Sendable {
    case none, percent, bytes, seconds
    case date
    /// A physical unit, such as `W`.
    case other(String)
  }

  /// Reads a text, or returns `nil` if it is neither a number nor a date.
  ///
  /// - Parameters:
  ///   - today: The current day, in days since 1970, before which dates without a year are assumed to be.
  /// - Complexity: O(*n*), and O(1) for most texts that are words.
  init?(_ text: String, _ style: NumberStyle = [], today: Int = Self.today) {
    var text = text
    let measure = text.withUTF8 { bytes in
      var reader = MeasureReader(bytes, style, today: today)
      return reader.read()
    }
    guard let measure else { return nil }
    self = measure
  }

  init(_ number: SortableNumber, _ unit: Unit) { (self.number, self.unit) = (number, unit) }

  /// Returns the seconds that a text such as `5` or `2m` states, if it states a time.
  static func seconds(_ text: String) -> Double? {
    // A ratio and a number with a note are measures, but no times.
    guard text.allSatisfy({ $0.isLetter || $0.isNumber || ".:".contains($0) }) else { return nil }
    return Measure(text).flatMap { [.none, .seconds].contains($0.unit) ? $0.number.value : nil }
  }

  static let today: Int = {
    var (now, parts) = (time(nil), tm())
    let offset = localtime_r(&now, &parts) == nil ? 0 : parts.tm_gmtoff
    return (now + offset) / 86_400
  }()
}

extension Measure.Unit {
  /// Returns the common unit of two measures, or `nil` if they cannot be added.
  ///
  /// A number without a unit takes the other number's unit.
  func joined(with other: Self) -> Self? {
    self == other || other == .none ? self : self == .none ? other : nil
  }

  /// Returns the number with the unit, as people write it.
  func text(of number: Double) -> String {
    switch self {
    case .none: Self.number(number)
    case .percent: Self.number(number) + "%"
    case .bytes: Self.scaled(number, by: 1024, "KMGTPE")
    case .seconds, .date: Self.seconds(number)
    case .other(let name): Self.scaled(number, by: 1000, "kMGT") + name
    }
  }

  private static func number(_ value: Double) -> String {
    let text = String(format: "%.15g", value)
    return text.contains("e") && abs(value) < 1e18 ? String(format: "%.0f", value) : text
  }

  /// Returns the number with the largest suitable unit, such as `1.5G`.
  private static func scaled(_ sum: Double, by step: Double, _ units: String) -> String {
    var (size, unit) = (sum, "")
    for larger in units where abs(size) >= step { (size, unit) = (size / step, String(larger)) }
    return number((size * 10).rounded() / 10) + unit
  }

  /// Returns the number in the two largest suitable units, such as `1d2h` and `3m5s`.
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
  var isMeasure: Bool { Measure(self).map { $0.unit != .date } ?? false }
}
