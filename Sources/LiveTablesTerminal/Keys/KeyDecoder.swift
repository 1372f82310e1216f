/// Decodes the bytes from a terminal into keys and mouse events.
///
/// A read may end in the middle of a key, whose bytes the decoder keeps. An escape byte is either the Escape key or the
/// start of a sequence. While ``timeout`` is not `nil`, call ``endSequence()`` if no byte arrives within this time.
///
/// The reply to a query for the background color is decoded. Other sequences, such as focus reports, are skipped.
struct KeyDecoder: Sendable {
  private enum State: Equatable {
    case betweenKeys
    /// After an escape byte: the Escape key, Alt with another key, or the start of a sequence.
    case escape
    /// In a multibyte character with Alt, after the escape byte and the first byte of the character.
    case altCharacter
    /// In a control sequence, after `ESC [`.
    case controlSequence(parameters: [UInt8])
    /// After `ESC [ [`, which starts F1 to F5 on the Linux console. The next byte is ignored.
    case consoleFunctionKey
    /// After `ESC O`. The next byte identifies the key.
    case singleShift
    /// In a control string (`ESC ]`, `ESC P`, `ESC X`, `ESC ^`, `ESC _`), up to BEL or `ESC \`.
    case controlString(content: [UInt8])
    /// In pasted text, after some bytes of its end mark.
    case paste(matchedEndBytes: Int)
  }

  private var state = State.betweenKeys
  private var character = MultibyteCharacter()

  /// Whether the terminal's background is light, or `nil` if the terminal has not replied.
  private(set) var isLight: Bool?

  /// The time to wait for the rest of a sequence, or `nil` if no sequence is unfinished.
  ///
  /// The time is longer in control strings, because no key sends them.
  var timeout: Duration? {
    switch state {
    case .betweenKeys: character.isIncomplete ? .milliseconds(50) : nil
    case .paste: nil
    case .controlString: .milliseconds(500)
    default: .milliseconds(50)
    }
  }

  mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    bytes.compactMap { decode($0) }
  }

  /// Ends an unfinished sequence, which is the Escape key if it is a single escape byte, and is dropped otherwise.
  mutating func endSequence() -> Key? {
    guard timeout != nil else { return nil }
    defer { (state, character) = (.betweenKeys, MultibyteCharacter()) }
    return state == .escape ? .escape : nil
  }

  private mutating func decode(_ byte: UInt8) -> InputEvent? {
    if case .controlSequence(let parameters) = state, parameters.first == UInt8(ascii: "<"), Self.isFinal(byte) {
      state = .betweenKeys
      return MouseEvent(parameters: parameters.dropFirst(), final: byte).map(InputEvent.mouse)
    }
    return key(byte).map(InputEvent.key)
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    switch state {
    case .betweenKeys:
      return firstByte(byte)
    case .escape:
      return byteAfterEscape(byte)
    case .altCharacter:
      return altCharacter(byte)
    case .controlSequence(let parameters):
      return controlSequence(byte, parameters: parameters)
    case .consoleFunctionKey:
      state = .betweenKeys
      return byte == Self.escapeByte ? escapeAgain() : nil
    case .singleShift:
      state = .betweenKeys
      if byte == Self.escapeByte { return escapeAgain() }
      return byte == UInt8(ascii: "M") ? .enter : Self.key(final: byte)
    case .controlString(let content):
      appendToControlString(byte, content)
      return nil
    case .paste(let matched):
      return pasted(byte, matched: matched)
    }
  }

  private mutating func firstByte(_ byte: UInt8) -> Key? {
    if let character = character.append(byte) { return .character(character) }
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

  private mutating func byteAfterEscape(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["):
      state = .controlSequence(parameters: [])
    case UInt8(ascii: "O"):
      state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .controlString(content: [byte])
    case Self.escapeByte:
      return escapeAgain()
    default:
      state = .betweenKeys
      guard let key = firstByte(byte) else {
        if character.isIncomplete { state = .altCharacter }
        return nil
      }
      return key.character.map { .alt($0) } ?? key
    }
    return nil
  }

  /// Decodes a byte of a character with Alt, and drops an incomplete character.
  private mutating func altCharacter(_ byte: UInt8) -> Key? {
    let whole = character.append(byte)
    if character.isIncomplete { return nil }
    state = .betweenKeys
    return whole.map { .alt($0) } ?? firstByte(byte)
  }

  private mutating func appendToControlString(_ byte: UInt8, _ content: [UInt8]) {
    if byte == 0x07 || byte == UInt8(ascii: "\\") && content.last == Self.escapeByte {
      isLight = Self.isLight(String(decoding: content, as: UTF8.self)) ?? isLight
      state = .betweenKeys
    } else {
      // If a string is too long, only its last byte is kept, to detect the end of the string.
      state = .controlString(content: content.count < Self.longestString ? content + [byte] : [0, byte])
    }
  }

  /// Returns whether a reply to ``ControlSequences/queryBackground``, such as `]11;rgb:ffff/ffff/dddd`, contains a
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
      guard parameters.count < Self.longestParameters else { return nil }
      state = .controlSequence(parameters: parameters + [byte])
      return nil
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .consoleFunctionKey
      return nil
    case _ where Self.isFinal(byte):
      state = .betweenKeys
      return key(parameters: parameters, final: byte)
    case Self.escapeByte:
      return escapeAgain()
    default:
      state = .betweenKeys
      return firstByte(byte)
    }
  }

  private static func isFinal(_ byte: UInt8) -> Bool { (0x40...0x7E).contains(byte) }

  private mutating func key(parameters: [UInt8], final: UInt8) -> Key? {
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
      state = .paste(matchedEndBytes: 0)
      return nil
    default: return nil
    }
  }

  private mutating func pasted(_ byte: UInt8, matched: Int) -> Key? {
    guard byte != 0x03 else {
      state = .betweenKeys
      return .control("c")
    }
    let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == Self.escapeByte ? 1 : 0
    state = matched == Self.pasteEnd.count ? .betweenKeys : .paste(matchedEndBytes: matched)
    guard matched == 0 else {
      character = MultibyteCharacter()
      return nil
    }
    if let character = character.append(byte) { return .pasted(character) }
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

  var isIncomplete: Bool { missing > 0 }

  /// Appends a byte, and returns the character that the byte completes, if the character is valid.
  mutating func append(_ byte: UInt8) -> Character? {
    switch byte {
    case 0x80...0xBF where isIncomplete:
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard !isIncomplete, value >= max(least, 0xA0), let scalar = Unicode.Scalar(value) else { return nil }
      return Character(scalar)
    case 0xC2...0xDF: (value, missing, least) = (UInt32(byte & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, least) = (UInt32(byte & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, least) = (UInt32(byte & 0x07), 3, 0x10000)
    default: missing = 0
    }
    return nil
  }
}
