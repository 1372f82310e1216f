extension String {
  /// Replaces all occurrences of a text within the string.
  ///
  /// Unlike `replacing`, this method also replaces occurrences before a combining mark.
  package func replacingScalars(_ text: String, with other: String) -> String {
    String(unicodeScalars.replacing(text.unicodeScalars, with: other.unicodeScalars))
  }
}
