/// The content of a section's supplementary view: a title or a value for a custom view.
///
/// The view draws titles itself, and passes values to the supplementary view that is registered for the kind. A title
/// can be a string literal, with or without interpolations: `"\(count) mails"`.
public enum SupplementaryItem: Sendable {
  /// A title that the view draws itself.
  case title(String)
  /// A value for a registered supplementary view.
  case value(any Equatable & Sendable)

  /// The item's title, or `nil` if the item is a value.
  public var title: String? {
    if case .title(let text) = self { text } else { nil }
  }

  /// Returns the item's value, or its title as a `String`, or `nil` if the type does not match.
  package func value<Value>(as type: Value.Type = Value.self) -> Value? {
    switch self {
    case .title(let text): text as? Value
    case .value(let value): value as? Value
    }
  }
}

extension SupplementaryItem: Equatable {
  /// Returns whether two items are equal titles, or equal values of the same type.
  public static func == (one: SupplementaryItem, two: SupplementaryItem) -> Bool {
    switch (one, two) {
    case (.title(let one), .title(let two)): one == two
    case (.value(let one), .value(let two)): isEqual(one, two)
    default: false
    }
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ two: any Equatable) -> Bool {
    (two as? Value).map { one == $0 } ?? false
  }
}

extension SupplementaryItem: ExpressibleByStringInterpolation {
  /// Creates an item that is a title.
  public init(stringLiteral title: String) { self = .title(title) }
}
