/// Formats numbers for people, without Foundation.
enum Format {
  /// Returns a number with a fixed number of decimals.
  static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    let sign = value < 0 && whole > 0 ? "-" : ""
    if digits == 0 { return "\(sign)\(whole)" }
    let fraction = String(whole % Int(scale))
    return "\(sign)\(whole / Int(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }

  /// Returns a number with about three significant digits.
  static func short(_ value: Double) -> String {
    switch abs(value) {
    case ..<0.1: fixed(value, digits: 4)
    case ..<1: fixed(value, digits: 3)
    case ..<10: fixed(value, digits: 2)
    case ..<100: fixed(value, digits: 1)
    default: fixed(value, digits: 0)
    }
  }

  /// Returns a whole number with commas.
  static func grouped(_ value: Int) -> String {
    var text = ""
    for (place, digit) in String(value).reversed().enumerated() {
      if place > 0, place % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// Returns a number of bytes in the largest fitting unit.
  static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    if count < 1_000_000 { return short(Double(count) / 1000) + " kB" }
    return short(Double(count) / 1_000_000) + " MB"
  }

  static func padded(_ text: String, to width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
  }
}
