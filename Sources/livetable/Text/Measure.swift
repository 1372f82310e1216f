import Foundation

/// A value that people read as a number or a date, and what it measures: `1,200`, `4.0K`, `97 %`, `2d3h`, `17 (3m ago)`,
/// `1.5GiB / 1.9GiB`, `Jan 31 2022`.
///
/// Sorting, sums, bars, differences and conditions all read values through this type.
struct Measure: Sendable {
  let number: SortableNumber
  let unit: Unit

  /// What numbers measure.
  enum Unit: Hashable, Sendable {
    case none, percent, bytes, seconds
    /// Seconds since 1970.
    case date
    /// A physical unit, such as `W`.
    case other(String)
  }

  /// Reads a text; `nil` if it is neither a number nor a date.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: How the numbers of its column are written.
  ///   - today: The day from which dates without a year are counted back, in days since 1970.
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

  /// The day on which the tool was started.
  static let today: Int = {
    var (now, parts) = (time(nil), tm())
    let offset = localtime_r(&now, &parts) == nil ? 0 : parts.tm_gmtoff
    return (now + offset) / 86_400
  }()
}

extension Measure.Unit {
  /// The unit of numbers of two units together; `nil` if these cannot be added up.
  ///
  /// A number without a unit has that of others.
  func joined(with other: Self) -> Self? {
    self == other || other == .none ? self : self == .none ? other : nil
  }

  /// A number of the unit, as people write it.
  func text(of number: Double) -> String {
    switch self {
    case .none: Self.number(number)
    case .percent: Self.number(number) + "%"
    case .bytes: Self.scaled(number, by: 1024, "KMGTPE")
    case .seconds, .date: Self.seconds(number)
    case .other(let name): Self.scaled(number, by: 1000, "kMGT") + name
    }
  }

  /// Without the digits that adding up binary fractions leaves behind.
  private static func number(_ value: Double) -> String {
    let text = String(format: "%.15g", value)
    return text.contains("e") && abs(value) < 1e18 ? String(format: "%.0f", value) : text
  }

  /// With the largest unit of which there is one: `1.5G`.
  private static func scaled(_ sum: Double, by step: Double, _ units: String) -> String {
    var (size, unit) = (sum, "")
    for larger in units where abs(size) >= step { (size, unit) = (size / step, String(larger)) }
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
  /// Whether it is a number or measures something; a date does not.
  var isMeasure: Bool { Measure(self).map { $0.unit != .date } ?? false }
}
