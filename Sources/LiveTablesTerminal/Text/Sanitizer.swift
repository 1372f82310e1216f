/// Makes untrusted text safe to send to a terminal by replacing characters that would affect the terminal.
///
/// Control characters are replaced with visible symbols, for example `␛` for an escape character in a file name.
/// Characters that reorder text (bidirectional overrides and isolates), separate lines, or are invisible are replaced
/// with their code points.
package enum Sanitizer {
  /// Returns the text with its unsafe characters replaced.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text. Plain ASCII text is returned unchanged.
  package static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return visible(text.unicodeScalars)
  }

  static func visible(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in scalars {
      defer { previous = scalar }
      if isInvisible(scalar), !isJoined(scalar, to: previous) {
        result.append(contentsOf: name(of: scalar).unicodeScalars)
        continue
      }
      if result.isEmpty, isMark(scalar) {
        result.append(dottedCircle)
      }
      if let form = visibleForm(of: scalar) {
        result.append(contentsOf: form.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the replacement for a scalar, or `nil` if the scalar is safe.
  static func visibleForm(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x20...0x7E: nil
    case 0x00...0x1F: String(Unicode.Scalar(0x2400 + scalar.value)!)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: name(of: scalar)
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: name(of: scalar)
    case 0x2028, 0x2029, 0xFEFF, 0xFFF9...0xFFFB: name(of: scalar)
    default: nil
    }
  }

  /// Returns the text with all non-ASCII characters replaced with their code points, to distinguish texts that look the
  /// same.
  package static func spelled(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? visible(String($0)) : name(of: $0) }.joined()
  }

  /// Returns whether a scalar is invisible and has no width, so that two texts that look the same may differ in this
  /// scalar.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2060...0x2065, 0x3164, 0xFFA0,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Returns whether an invisible scalar combines with the previous character, as in an emoji sequence or a flag, or
  /// joins letters in Arabic or Indic scripts.
  private static func isJoined(_ scalar: Unicode.Scalar, to previous: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    if [0x200C, 0x200D].contains(scalar.value), (0x600...0xDFF).contains(previous.value) { return true }
    if scalar.value == 0x200D {
      return previous.value == 0xFE0F || previous.value > 0xFF && previous.properties.isEmoji
    }
    return scalar.value > 0xE0000 && (previous.value == 0x1F3F4 || previous.value > 0xE0000)
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// Returns whether a scalar combines with the previous character, and therefore cannot start a text.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  private static let dottedCircle: Unicode.Scalar = "\u{25CC}"
}
