import LiveTablesOperators

/// A word to search for, which matches the same texts as the library's search.
///
/// The search is case-insensitive if the word has no capital letter, and treats equivalent spellings of a character as
/// equal.
struct SearchedWord: Sendable {
  let text: String
  private let isExact: Bool
  private let query: SearchQuery

  init(_ text: some StringProtocol) {
    self.text = String(text)
    isExact = SearchQuery.isExact(text)
    query = SearchQuery(self.text, isCaseSmart: true)
  }

  func matches(_ text: String) -> Bool { query.matches(text) }

  /// Returns the matching parts of a text, extended to whole characters, which may overlap.
  func ranges(in text: String) -> [Range<String.Index>] {
    let characters = text.map(folded)
    let word = self.text.map(folded)
    let boundaries = text.indices + [text.endIndex]
    // The bytes of a match may start and end inside characters.
    let characterOfByte = characters.indices.flatMap { repeatElement($0, count: characters[$0].utf8.count) }
    let byteMatches = Array(characters.joined().utf8).ranges(of: Array(word.joined().utf8)).map {
      characterOfByte[$0.lowerBound]..<characterOfByte[$0.upperBound - 1] + 1
    }
    let ranges = Set(byteMatches).union(characters.ranges(of: word))
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.map { boundaries[$0.lowerBound]..<boundaries[$0.upperBound] }
  }

  private func folded(_ character: Character) -> String { isExact ? String(character) : character.lowercased() }
}
