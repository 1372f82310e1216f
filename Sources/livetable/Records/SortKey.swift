/// The key by which a row is sorted: the value of a column as printed.
///
/// Numbers come first, then dates, then versions, each by value, then text in natural order. Missing, null, empty and
/// placeholder values come last, even in descending order. The key depends on a single row, so a row can be inserted
/// without reading other rows.
enum SortKey: Equatable, Sendable {
  case number(SortableNumber)
  case date(SortableNumber)
  case version(Version)
  case text(NaturalText)
  case nothing

  init(_ value: JSONValue?, _ style: NumberStyle = []) {
    switch value {
    case nil, .null: self = .nothing
    case .number(let text), .string(let text): self.init(text, style)
    case let value?: self = .text(NaturalText(value.printed))
    }
  }

  init(_ text: String, _ style: NumberStyle = []) {
    if text.isEmpty || text.utf8.count < 12 && Self.placeholders.contains(text) {
      self = .nothing
    } else if style.contains(.versions), let version = Version(text, mayBeShort: true) {
      self = .version(version)
    } else if let measure = Measure(text, style) {
      self = measure.unit == .date ? .date(measure.number) : .number(measure.number)
    } else if let version = Version(text) {
      self = .version(version)
    } else {
      self = .text(NaturalText(text))
    }
  }

  private static let placeholders: Set<String> = [
    "-", "--", "–", "—", "n/a", "N/A", "[N/A]", "<none>", "<unknown>", "<nil>", "<unset>", "NULL", "null",
  ]

  static func precedes(_ one: Self, _ other: Self, isDescending: Bool) -> Bool {
    switch (one, other) {
    case (.nothing, _): false
    case (_, .nothing): true
    case (.number(let one), .number(let other)), (.date(let one), .date(let other)):
      isDescending ? one > other : one < other
    case (.version(let one), .version(let other)): isDescending ? one > other : one < other
    case (.text(let one), .text(let other)): isDescending ? one > other : one < other
    default: isDescending ? one.kind > other.kind : one.kind < other.kind
    }
  }

  var kind: Int {
    switch self {
    case .number: 0
    case .date: 1
    case .version: 2
    case .text: 3
    case .nothing: 4
    }
  }
}
