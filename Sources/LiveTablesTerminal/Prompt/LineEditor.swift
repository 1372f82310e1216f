/// A line editor, which has a text and a cursor, and handles keys.
///
/// Typed and pasted text is inserted at the cursor. The arrow keys, Home, and End (also Control-A and Control-E) move
/// the cursor. Backspace and Delete remove a character. Control-U removes all text before the cursor, Control-K all
/// text after it, and Control-W the word before it. The text is limited to 1,000 characters.
struct LineEditor: Equatable, Sendable {
  enum State: Hashable, Sendable {
    case open
    case done
    case cancelled
  }

  private(set) var text: [Character]
  private(set) var cursor: Int
  private(set) var state = State.open

  init(_ text: String = "") {
    self.text = Array(text)
    cursor = self.text.count
  }

  mutating func press(_ key: Key) {
    guard state == .open else { return }
    switch key {
    case .enter: state = .done
    case .escape, .control("c"): state = .cancelled
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .backspace: remove(cursor - 1..<cursor)
    case .delete: remove(cursor..<cursor + 1)
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<text.count)
    case .control("w"): remove(wordStart..<cursor)
    case .character(let character), .pasted(let character): insert(character)
    default: break
    }
  }

  /// Inserts a scalar, which may form a single character with its neighbors.
  private mutating func insert(_ character: Character) {
    if cursor > 0, let joined = Self.joined(text[cursor - 1], character) {
      text[cursor - 1] = joined
    } else if cursor < text.count, let joined = Self.joined(character, text[cursor]) {
      text[cursor] = joined
      cursor += 1
    } else if text.count < Self.longest {
      text.insert(character, at: cursor)
      cursor += 1
    } else {
      return
    }
    if cursor < text.count, let joined = Self.joined(text[cursor - 1], text[cursor]) {
      text.replaceSubrange(cursor - 1...cursor, with: [joined])
    }
  }

  private static func joined(_ one: Character, _ other: Character) -> Character? {
    let both = String(one) + String(other)
    return both.count == 1 && both.unicodeScalars.count <= mostScalars ? Character(both) : nil
  }

  /// Completes the word before the cursor with the common prefix of all matching words.
  ///
  /// - Returns: Some of the matching words, if there are several.
  mutating func complete(from words: [String]) -> [String] {
    let start = text[..<cursor].lastIndex { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0 + 1 } ?? 0
    let part = String(text[start..<cursor]).lowercased()
    let found = words.filter { !part.isEmpty && $0.lowercased().hasPrefix(part) }
    guard var common = found.first else { return [] }
    for word in found {
      common = String(common.prefix(zip(common.lowercased(), word.lowercased()).prefix { $0 == $1 }.count))
    }
    guard text.count - part.count + common.count <= Self.longest else { return [] }
    text.replaceSubrange(start..<cursor, with: common)
    cursor = start + common.count
    return found.count > 1 ? Array(found.prefix(5)) : []
  }

  private static let longest = 1_000
  private static let mostScalars = 64
  /// The minimum width of the text if it is shown next to a note.
  private static let leastRoom = 12

  private var wordStart: Int {
    let before = text[..<cursor]
    guard let end = before.lastIndex(where: { $0 != " " }) else { return 0 }
    return before[..<end].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// Returns the line for the given width: a label, the part of the text around the cursor that fits, and a note if
  /// there is enough space.
  func line(label: String, note: String = "", columns: Int) -> ScreenLine {
    let label = DisplayText(label + " ", limit: max(0, columns / 2))
    let note = note.isEmpty ? DisplayText() : DisplayText("  " + note, limit: columns)
    let hasNote = label.width + Self.leastRoom + note.width <= columns
    let columns = hasNote ? columns - note.width : columns
    let room = max(1, columns - label.width - 1)
    let before = DisplayText(String(text[..<cursor]), limit: .max)
    let hidden = max(0, before.width - room + 1)
    let at = cursor < text.count ? DisplayText(String(text[cursor]), limit: .max) : DisplayText(spaces: 1)
    let after = cursor < text.count ? DisplayText(String(text[(cursor + 1)...]), limit: .max) : DisplayText()
    let shownBefore = before.dropping(columns: hidden)
    let left = columns - label.width - shownBefore.width - at.width
    var spans = [
      StyledText(label, Style(nil, .bold)), StyledText(shownBefore), StyledText(at, Style(nil, .reversed)),
      StyledText(after.cut(to: left)),
    ]
    if hasNote, note.width > 0 {
      let blank = columns - spans.reduce(0) { $0 + $1.text.width }
      spans += [StyledText(DisplayText(spaces: blank)), StyledText(note, Style(nil, .dim))]
    }
    return ScreenLine(spans)
  }
}
