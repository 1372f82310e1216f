extension String {
  /// Returns the most similar candidate, if it is similar enough to be suggested.
  func nearest(among candidates: [String]) -> String? {
    let nearest = candidates.map { (distance: editDistance(to: $0), text: $0) }.min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(1, (count + 1) / 3) else { return nil }
    return nearest.text
  }

  /// Returns the number of characters to insert, delete or replace to turn one text into the other (Levenshtein, 1966).
  func editDistance(to other: String) -> Int {
    let otherCharacters = Array(other)
    var row = Array(0...otherCharacters.count)
    for (position, character) in self.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for (column, otherCharacter) in otherCharacters.enumerated() {
        let replaced = diagonal + (character == otherCharacter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[otherCharacters.count]
  }
}
