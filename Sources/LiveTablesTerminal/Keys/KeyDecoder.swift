/// Decodes the bytes from a terminal into keys.
///
/// A single read may contain several keys, or only part of a key. The decoder keeps the bytes of an incomplete key. The
/// decoder cannot know whether an escape byte is the Escape key or the start of a sequence. While ``isWaiting`` is
/// true, its owner must call ``timeout()`` if no more bytes arrive.
///
/// Pasted characters are a separate kind of key, because they are not commands. The reply to a query for the background
/// color is decoded. Other sequences, such as focus reports, are skipped.
struct KeyDecoder: Sendable {
  private enum State: Equatable {
    /// The decoder is between keys.
    case ground
    /// The decoder is after an escape byte, which is the Escape key, Alt with another key, or the start of a sequence.
    case escape
    /// The decoder is in a multibyte character with Alt, after the escape byte and the first byte of the character.
    case alt
    /// The decoder is in a control sequence, after `ESC [`.
    case control(parameters: [UInt8])
    /// The decoder is after `ESC [ [`, which starts F1 to F5 on the Linux console. The key in the next byte is ignored.
    case function
    /// The decoder is after `ESC O`, and the next byte identifies the key.
    case single
    /// The decoder is in a control string (`ESC ]`, `ESC P`, `ESC X`, `ESC ^`, `ESC _`), up to BEL or `ESC \`.
    case string(content: [UInt8])
    /// The decoder is in pasted text, after `matched` bytes of its end mark.
    case paste(matched: Int)
  }

  private var state = State.ground
  private var character = MultibyteCharacter()

  /// Whether the terminal's background is light, or `nil` if the terminal has not replied.
  private(set) var isLight: Bool?

  /// The time to wait for the rest of a sequence, or a longer time in control strings, because no key sends them.
  var patience: Duration? {
    switch state {
    case .ground: character.isOpen ? .milliseconds(50) : nil
    case .paste: nil
    case .string: .milliseconds(500)
    default: .milliseconds(50)
    }
  }

  /// Whether an escape byte is pending, in which case ``timeout()`` must be called if no byte follows.
  var isWaiting: Bool { patience != nil }

  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.compactMap { decode($0) }
  }

  /// Ends an unfinished sequence, which is the Escape key if it is a single escape byte, and is dropped otherwise.
  mutating func timeout() -> Key? {
    guard isWaiting else { return nil }
    defer { (state, character) = (.ground, MultibyteCharacter()) }
    return state == .escape ? .escape : nil
  }

  mutating func decode(_ byte: UInt8) -> Key? {
    switch state {
    case .ground:
      return start(byte)
    case .escape:
      return afterEscape(byte)
    case .alt:
      return altCharacter(byte)
    case .control(let parameters):
      return controlSequence(byte, parameters: parameters)
    case .function:
      state = .ground
      return byte == Self.escapeByte ? escapeAgain() : nil
    case .single:
      state = .ground
      if byte == Self.escapeByte { return escapeAgain() }
      return byte == UInt8(ascii: "M") ? .enter : Self.key(final: byte)
    case .string(let content):
      takeString(byte, content)
      return nil
    case .paste(let matched):
      return pasted(byte, matched: matched)
    }
  }

  private mutating func start(_ byte: UInt8) -> Key? {
    if let character = character.take(byte) { return .character(character) }
    switch byte {
    case Self.escapeByte:
      state = .escape
      return nil
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00..<0x20: return nil
    case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

  private mutating func afterEscape(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["):
      state = .control(parameters: [])
    case UInt8(ascii: "O"):
      state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(content: [byte])
    case Self.escapeByte:
      return escapeAgain()
    default:
      state = .ground
      guard let key = start(byte) else {
        if character.isOpen { state = .alt }
        return nil
      }
      return key.character.map { .alt($0) } ?? key
    }
    return nil
  }

  /// Decodes a byte of a character with Alt, and drops an incomplete character.
  private mutating func altCharacter(_ byte: UInt8) -> Key? {
    let whole = character.take(byte)
    if character.isOpen { return nil }
    state = .ground
    return whole.map { .alt($0) } ?? start(byte)
  }

  private mutating func takeString(_ byte: UInt8, _ content: [UInt8]) {
    if byte == 0x07 || byte == UInt8(ascii: "\\") && content.last == Self.escapeByte {
      isLight = Self.isLight(String(decoding: content, as: UTF8.self)) ?? isLight
      state = .ground
    } else {
      // If a string is too long, only its last byte is kept, to detect the end of the string.
      state = .string(content: content.count < Self.longestString ? content + [byte] : [0, byte])
    }
  }

  /// Returns whether a reply to ``ControlSequences/askForBackground``, such as `]11;rgb:ffff/ffff/dddd`, contains a
  /// light color.
  private static func isLight(_ answer: String) -> Bool? {
    guard let colon = answer.firstIndex(of: ":"), answer[..<colon].hasPrefix("]11;rgb") else { return nil }
    let parts = answer[colon...].dropFirst().prefix { $0.isHexDigit || $0 == "/" }.split(separator: "/")
    let levels = parts.prefix(3).compactMap { part in
      Int(part, radix: 16).map { Double($0) / Double(1 << (4 * part.utf8.count) - 1) }
    }
    guard levels.count == 3 else { return nil }
    return 0.299 * levels[0] + 0.587 * levels[1] + 0.114 * levels[2] > 0.5
  }

  /// Handles an escape byte inside a sequence, which ends that sequence.
  ///
  /// If the byte follows another escape byte, the earlier byte was the Escape key.
  private mutating func escapeAgain() -> Key? {
    let wasAlone = state == .escape
    state = .escape
    return wasAlone ? .escape : nil
  }

  private mutating func controlSequence(_ byte: UInt8, parameters: [UInt8]) -> Key? {
    switch byte {
    case 0x20...0x3F:
      // Parameters longer than those of any key are not kept, but the sequence is read to its end.
      state = .control(parameters: parameters.count < Self.longestParameters ? parameters + [byte] : parameters)
      return nil
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .function
      return nil
    case 0x40...0x7E:
      state = .ground
      return finish(byte, parameters: parameters)
    case Self.escapeByte:
      return escapeAgain()
    default:
      state = .ground
      return start(byte)
    }
  }

  /// Decodes a mouse report (SGR, mode 1006): the button, the column, and the row, with one-based positions.
  private static func mouse(_ final: UInt8, _ parameters: ArraySlice<UInt8>) -> Key? {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard final == UInt8(ascii: "M"), numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return nil }
    let actions: [Int: Key.Mouse.Action] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    // Modifiers are ignored.
    return actions[button & ~28].map { .mouse(Key.Mouse(action: $0, column: column - 1, row: row - 1)) }
  }

  private mutating func finish(_ final: UInt8, parameters: [UInt8]) -> Key? {
    if parameters.first == UInt8(ascii: "<") { return Self.mouse(final, parameters.dropFirst()) }
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    guard final == UInt8(ascii: "~") else { return Self.key(final: final) }
    let number = parameters.prefix { $0 != UInt8(ascii: ";") }
    switch String(decoding: number, as: UTF8.self) {
    case "1", "7": return .home
    case "2": return .insert
    case "3": return .delete
    case "4", "8": return .end
    case "5": return .pageUp
    case "6": return .pageDown
    case "200":
      state = .paste(matched: 0)
      return nil
    default: return nil
    }
  }

  private mutating func pasted(_ byte: UInt8, matched: Int) -> Key? {
    guard byte != 0x03 else {
      state = .ground
      return .control("c")
    }
    let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == Self.escapeByte ? 1 : 0
    state = matched == Self.pasteEnd.count ? .ground : .paste(matched: matched)
    guard matched == 0 else {
      character = MultibyteCharacter()
      return nil
    }
    if let character = character.take(byte) { return .pasted(character) }
    switch byte {
    case 0x09, 0x0A, 0x0D: return .pasted(" ")
    case 0x20..<0x7F: return .pasted(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

  /// Returns the key for the last byte of a sequence, with or without modifiers.
  private static func key(final: UInt8) -> Key? {
    switch Unicode.Scalar(final) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "Z": .backTab
    default: nil
    }
  }

  private static let escapeByte: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestParameters = 16
  private static let longestString = 64
}

/// A decoder for a UTF-8 character of several bytes, which arrive one at a time.
private struct MultibyteCharacter: Sendable {
  private var value: UInt32 = 0
  /// The number of continuation bytes that have not arrived yet.
  private var missing = 0
  /// The least valid code point for the number of bytes, which excludes overlong encodings.
  private var least: UInt32 = 0

  var isOpen: Bool { missing > 0 }

  /// Appends a byte, and returns the character that the byte completes, if the character is valid.
  mutating func take(_ byte: UInt8) -> Character? {
    switch byte {
    case 0x80...0xBF where isOpen:
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard !isOpen, value >= max(least, 0xA0), let scalar = Unicode.Scalar(value) else { return nil }
      return Character(scalar)
    case 0xC2...0xDF: (value, missing, least) = (UInt32(byte & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, least) = (UInt32(byte & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, least) = (UInt32(byte & 0x07), 3, 0x10000)
    default: missing = 0
    }
    return nil
  }
}
