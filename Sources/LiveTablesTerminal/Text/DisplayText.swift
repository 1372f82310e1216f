struct DisplayText: Hashable, Sendable {
  private(set) var text: String

  private(set) var width: Int

  /// Whether the text is plain ASCII, so that all terminals agree about its width.
  private(set) var isASCII: Bool

  private init(text: String, width: Int, isASCII: Bool) {
    self.text = text
    self.width = width
    self.isASCII = isASCII
  }

  init() {
    self.init(text: "", width: 0, isASCII: true)
  }

  init(spaces count: Int) {
    self.init(text: String(repeating: " ", count: max(0, count)), width: max(0, count), isASCII: true)
  }

  /// Creates a text from untrusted data, truncated with an ellipsis.
  ///
  /// - Complexity: O(*limit*), regardless of the length of the data.
  init(_ data: String, limit: Int) {
    guard limit > 0 else {
      self.init()
      return
    }
    if let plain = Self.plain(data, limit: limit) {
      self = plain
      return
    }
    let budget = limit.multipliedReportingOverflow(by: Self.scalarsPerColumn)
    let head = data.unicodeScalars.prefix(budget.overflow ? .max : budget.partialValue)
    let isWhole = head.endIndex == data.unicodeScalars.endIndex
    self.init(safe: Sanitizer.visible(head), limit: limit, isWhole: isWhole)
  }

  private init(safe: String, limit: Int, isWhole: Bool) {
    var width = 0
    var cut = (end: safe.startIndex, width: 0)
    for index in safe.indices {
      let next = width + CharacterWidth.of(safe[index])
      if width <= limit - 1 { cut = (index, width) }
      if next > limit {
        self.init(cut: safe[..<cut.end], width: cut.width)
        return
      }
      width = next
    }
    if isWhole {
      self.init(text: safe, width: width, isASCII: safe.utf8.allSatisfy { $0 < 0x80 })
    } else if width < limit {
      self.init(cut: safe[...], width: width)
    } else {
      self.init(cut: safe[..<cut.end], width: cut.width)
    }
  }

  private init(cut: Substring, width: Int) {
    self.init(text: cut + Self.ellipsis, width: width + 1, isASCII: false)
  }

  /// Returns a text if the visible part of the data is printable ASCII, or `nil` otherwise.
  private static func plain(_ data: String, limit: Int) -> DisplayText? {
    // One more than the limit, because the next character might be a combining mark.
    let head = data.utf8.prefix(limit == .max ? limit : limit + 1)
    guard head.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    let count = head.count
    return count <= limit
      ? DisplayText(text: data, width: count, isASCII: true)
      : DisplayText(text: String(Substring(head.prefix(limit - 1))) + ellipsis, width: limit, isASCII: false)
  }

  /// Returns the text starting at a column, with an ellipsis in place of the dropped part.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  func dropping(columns: Int) -> DisplayText {
    guard columns > 0 else { return self }
    var skipped = 0
    var start = text.startIndex
    // The ellipsis is also one cell wide.
    while start < text.endIndex, skipped < columns + 1 {
      skipped += CharacterWidth.of(text[start])
      text.formIndex(after: &start)
    }
    guard skipped > columns else { return DisplayText() }
    let gap = String(repeating: " ", count: skipped - columns - 1)
    return DisplayText(text: Self.ellipsis + gap + text[start...], width: width - columns, isASCII: false)
  }

  func cut(to limit: Int) -> DisplayText {
    width <= limit ? self : limit <= 0 ? DisplayText() : DisplayText(safe: text, limit: limit, isWhole: true)
  }

  /// Returns the text padded with spaces at its end, or at its start if it is aligned right.
  func padded(to columns: Int, alignedRight: Bool = false) -> DisplayText {
    guard width < columns else { return self }
    var result = self
    let room = String(repeating: " ", count: columns - width)
    result.text = alignedRight ? room + text : text + room
    result.width = columns
    return result
  }

  static func + (one: DisplayText, two: DisplayText) -> DisplayText {
    var result = one
    result.text += two.text
    result.width += two.width
    result.isASCII = one.isASCII && two.isASCII
    return result
  }

  private static let ellipsis = "\u{2026}"

  /// The maximum number of scalars in a cell, which limits stacked combining marks.
  private static let scalarsPerColumn = 16
}

extension DisplayText: ExpressibleByStringLiteral {
  /// Creates a text from a literal, which is also sanitized.
  init(stringLiteral value: String) {
    self.init(value, limit: .max)
  }
}
