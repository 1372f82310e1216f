/// The widths of characters, in cells.
///
/// A *character* is an extended grapheme cluster, for example a letter with its marks, a flag, or a family emoji.
/// Terminals disagree about rare characters. These widths determine the layout, and the screen sets the cursor's column
/// after any text that is not plain ASCII.
package enum CharacterWidth {
  /// Returns the width of a character: 0, 1 or 2 cells.
  ///
  /// The width is the sum of the widths of the parts, limited to 2. An ideograph has width 2, an accented letter 1, a
  /// flag of two regional indicators 2, a family emoji 2, and a symbol with emoji presentation (`U+FE0F`) 2.
  static func of(_ character: Character) -> Int {
    if character.utf8.count == 1 { return of(character.unicodeScalars.first!) }
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar == emojiSelector, width == 1 { return 2 }
      width += of(scalar)
      if width >= 2 { return 2 }
    }
    return width
  }

  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
    if value < 0x300 { return 1 }
    if WideScalars.contains(scalar) { return isInvisible(scalar) ? 0 : 2 }
    return isInvisible(scalar) ? 0 : 1
  }

  /// Returns whether a scalar only modifies its neighbors, as marks, joiners, selectors, and the vowels and final
  /// consonants of decomposed Hangul syllables do.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
    default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
  }

  /// Variation selector 16, which requests emoji presentation of the previous character.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
}
