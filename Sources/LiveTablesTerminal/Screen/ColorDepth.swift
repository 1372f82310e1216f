enum ColorDepth: Int, Comparable, Sendable {
  case basic
  case indexed
  case all

  init(term: String, colorTerm: String) {
    if ["truecolor", "24bit"].contains(colorTerm) || term.hasSuffix("-direct") {
      self = .all
    } else {
      self = term.contains("256") || !colorTerm.isEmpty ? .indexed : .basic
    }
  }

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// Returns the parameters of an SGR sequence, converted to colors that the terminal supports.
  func rendition(_ parameters: String) -> String {
    guard self != .all, parameters.contains("8;") else { return parameters }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    var codes: [Int] = []
    var rest = numbers[...]
    while let code = rest.popFirst() {
      guard code == 38 || code == 48 else {
        codes.append(code)
        continue
      }
      let kind = rest.popFirst()
      if kind == 5, let index = rest.popFirst(), (0...255).contains(index) {
        codes += self == .basic ? [Self.basic(Self.rgb(of: index)) + code - 38] : [code, 5, index]
      } else if kind == 2, rest.count >= 3 {
        let rgb = rest.prefix(3).map { min($0, 255) }
        rest = rest.dropFirst(3)
        codes += self == .basic ? [Self.basic(rgb) + code - 38] : [code, 5, Self.index(rgb)]
      } else {
        break
      }
    }
    return codes.map(String.init).joined(separator: ";")
  }

  /// Returns the index of the nearest color among the 6 × 6 × 6 cube and the 24 grays.
  private static func index(_ rgb: [Int]) -> Int {
    (16...255).min { distance(self.rgb(of: $0), rgb) < distance(self.rgb(of: $1), rgb) } ?? 16
  }

  /// Returns the code of the nearest of the 16 foreground colors.
  private static func basic(_ rgb: [Int]) -> Int {
    let nearest = (0..<16).min { distance(self.rgb(of: $0), rgb) < distance(self.rgb(of: $1), rgb) } ?? 7
    return nearest < 8 ? 30 + nearest : 82 + nearest
  }

  private static func distance(_ one: [Int], _ other: [Int]) -> Int {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  /// Returns the red, green, and blue components of one of xterm's 256 colors.
  private static func rgb(of index: Int) -> [Int] {
    switch index {
    case 7: return [229, 229, 229]
    case 8: return [127, 127, 127]
    case 0..<8: return [0, 1, 2].map { index >> $0 & 1 == 1 ? 205 : 0 }
    case 9..<16: return [0, 1, 2].map { index >> $0 & 1 == 1 ? 255 : 0 }
    case 16..<232: return [36, 6, 1].map { [0, 95, 135, 175, 215, 255][(index - 16) / $0 % 6] }
    default:
      let gray = 8 + 10 * (index - 232)
      return [gray, gray, gray]
    }
  }
}
