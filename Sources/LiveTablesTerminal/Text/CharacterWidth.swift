/// How many columns of a terminal a character takes.
///
/// A *character* is what a reader sees as one: a letter with its marks, a flag, a family of emoji. Terminals do not all
/// agree on the rarer ones, so the screen sets the column again after text that is not plain ASCII; what is answered
/// here decides where things stand, whatever the terminal thinks.
package enum CharacterWidth {
  /// The columns of one character: 0, 1 or 2.
  ///
  /// The parts of a character add up, and two columns are the most it gets: an ideograph is 2, a letter with an accent
  /// 1, two regional indicators make a flag of 2, people joined into a family 2, and a symbol that is asked to look like
  /// an emoji (`U+FE0F`) 2.
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

  /// The columns of a text.
  ///
  /// - Complexity: O(*n*) in its length.
  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a scalar that stands alone.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
    if value < 0x300 { return 1 }
    if WideScalars.contains(scalar) { return isInvisible(scalar) ? 0 : 2 }
    return isInvisible(scalar) ? 0 : 1
  }

  /// Whether a scalar only changes the ones around it: marks, joiners, selectors, and the vowels and final consonants
  /// from which Hangul syllables are composed.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
    default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
  }

  /// Variation selector 16: the character before it is to look like an emoji.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
}
