/// What a row is sorted by: the value of a column as it is printed.
///
/// Numbers come first, by their value, then texts, by their bytes; a value that is missing, null or empty comes last, also
/// where the order is reversed. So rows can be put in their places one by one, whatever the others have.
enum SortKey: Equatable, Sendable {
  case number(SortableNumber)
  case text(ExactText)
  case nothing

  init(_ value: JSONValue?) {
    switch value {
    case nil, .null: self = .nothing
    case .number(let text), .string(let text): self.init(text)
    case let value?: self = .text(ExactText(value.printed))
    }
  }

  private init(_ text: String) {
    if text.isEmpty {
      self = .nothing
    } else if let number = SortableNumber(text) ?? SortableNumber(measure: text) {
      self = .number(number)
    } else {
      self = .text(ExactText(text))
    }
  }

  /// Whether a key comes before another.
  static func precedes(_ one: Self, _ other: Self, isDescending: Bool) -> Bool {
    switch (one, other) {
    case (.nothing, _): false
    case (_, .nothing): true
    case (.number(let one), .number(let other)): isDescending ? one > other : one < other
    case (.text(let one), .text(let other)): isDescending ? one > other : one < other
    case (.number, .text): !isDescending
    case (.text, .number): isDescending
    }
  }
}

/// A number that can be compared with others, whole numbers of up to 64 bits without any loss.
struct SortableNumber: Equatable, Sendable {
  private let value: Double
  /// What a whole number is more than `value`.
  private let remainder: Int

  /// Makes a number of a text, or nothing where the text is not a decimal number.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.canBeInNumber), let value = Double(text), value.isFinite else {
      return nil
    }
    self.value = value
    let rounded = Int(exactly: value)
    remainder = if let whole = Int(text), let rounded { whole - rounded } else { 0 }
  }

  /// Makes a number of one with a percent sign, or of a size as programs print it: `97%`, `4.0K`, `1.5 GiB`.
  init?(measure text: String) {
    var text = Substring(text)
    if text.last == "%" {
      self.init(String(text.dropLast()))
      return
    }
    if text.last == "B" {
      text.removeLast()
      if let bytes = SortableNumber(String(text)) {
        self = bytes
        return
      }
    }
    if text.last == "i" { text.removeLast() }
    guard let unit = text.last, let power = Array("KMGTPE").firstIndex(of: unit == "k" ? "K" : unit) else { return nil }
    text.removeLast()
    if text.last == " " { text.removeLast() }
    guard let number = SortableNumber(String(text)) else { return nil }
    self.init(value: number.value * (0...power).reduce(1) { size, _ in size * 1024 })
  }

  private init(value: Double) {
    self.value = value
    remainder = 0
  }

  private static func canBeInNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit
      || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte)
  }
}

extension SortableNumber: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.value == second.value ? first.remainder < second.remainder : first.value < second.value
  }
}
