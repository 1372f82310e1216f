extension String {
  /// Replaces a text wherever it is, also before a combining mark: with that it is another `Character`, which the standard
  /// library's `replacing` passes over.
  package func replacingScalars(_ text: String, with other: String) -> String {
    String(unicodeScalars.replacing(text.unicodeScalars, with: other.unicodeScalars))
  }
}
