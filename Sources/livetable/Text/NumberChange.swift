import Foundation

enum NumberChange {
  /// Returns the new text and, if both texts are numbers, the difference from the old number.
  static func text(_ old: String, _ new: String, _ style: NumberStyle = []) -> String {
    guard let before = Measure(old, style), let after = Measure(new, style),
      let unit = before.unit.joined(with: after.unit)
    else { return new }
    let digits = max(fractionDigits(of: old, style), fractionDigits(of: new, style))
    let difference = after.number.value - before.number.value
    let whole = after.number.wholeDifference(from: before.number)
    if difference == 0, (whole ?? 0) == 0 { return new }
    let text =
      if unit != .none && unit != .percent {
        unit.text(of: difference)
      } else if digits == 0, let whole {
        "\(whole)"
      } else {
        String(format: "%.\(digits)f", difference)
      }
    return "\(after.number > before.number ? "+" : "")\(text) \(new)"
  }

  private static func fractionDigits(of text: String, _ style: NumberStyle) -> Int {
    let number = text.prefix { $0 != "(" && $0 != "/" }
    guard let point = number.firstIndex(of: style.contains(.decimalCommas) ? "," : ".") else { return 0 }
    return min(6, text[text.index(after: point)...].prefix { $0.isNumber }.count)
  }

  /// Returns the last values as bars, or empty text if they are not numbers or are all equal.
  static func sparkline(_ texts: [String], _ style: NumberStyle = []) -> String {
    let values = texts.suffix(40).compactMap { Measure($0, style)?.number.value }
    guard values.count == min(40, texts.count), let least = values.min(), let most = values.max(), least < most else {
      return ""
    }
    let bars = Array("▁▂▃▄▅▆▇█")
    // The difference of the largest and the smallest number may exceed all numbers.
    let scale = (most - least).isFinite ? 1 : 0.5
    let span = most * scale - least * scale
    return String(values.map { bars[Int((($0 * scale - least * scale) / span * 7).rounded())] })
  }
}
