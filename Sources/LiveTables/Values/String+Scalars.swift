extension String {
  /// Replaces all occurrences of a text.
  ///
  /// This includes occurrences before a combining mark, which `replacing` skips because they are different characters.
  package func replacingScalars(_ text: String, with other: String) -> String {
    String(unicodeScalars.replacing(text.unicodeScalars, with: other.unicodeScalars))
  }
}
