/// What a row is sorted by: the value of a column as it is printed.
///
/// Numbers come first, by their value, then versions, by theirs, then texts, by their bytes; a value that is missing, null
/// or empty comes last, also where the order is reversed. So rows can be put in their places one by one, whatever the others have.
enum SortKey: Equatable, Sendable {
  case number(SortableNumber)
  case version(Version)
  case text(ExactText)
  case nothing

  init(_ value: JSONValue?, hasThousandths: Bool = false) {
    switch value {
    case nil, .null: self = .nothing
    case .number(let text), .string(let text): self.init(text, hasThousandths: hasThousandths)
    case let value?: self = .text(ExactText(value.printed))
    }
  }

  init(_ text: String, hasThousandths: Bool = false) {
    if text.isEmpty {
      self = .nothing
    } else if let measure = Measure(text, hasThousandths: hasThousandths) {
      self = .number(measure.number)
    } else if let version = Version(text) {
      self = .version(version)
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
    case (.version(let one), .version(let other)): isDescending ? one > other : one < other
    case (.text(let one), .text(let other)): isDescending ? one > other : one < other
    case (.number, _), (.version, .text): !isDescending
    case (.version, _), (.text, _): isDescending
    }
  }
}
