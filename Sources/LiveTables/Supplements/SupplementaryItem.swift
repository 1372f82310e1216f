/// What a section shows beside its rows for one supplementary kind: a title, or a value for a custom view.
///
/// The table view draws a title in its own way. A value goes to the view that is registered for the kind. A string
/// literal is a title, also one with values in it: `"\(count) mails"`.
public enum SupplementaryItem: Sendable {
  /// A text.
  case title(String)
  /// A value that a registered view shows.
  case value(any Equatable & Sendable)

  /// The text, if it is one.
  public var title: String? {
    if case .title(let text) = self { text } else { nil }
  }

  /// The value, if it is one of this type; a title is a `String`.
  ///
  /// - Parameter type: The type of the value.
  package func value<Value>(as type: Value.Type = Value.self) -> Value? {
    switch self {
    case .title(let text): text as? Value
    case .value(let value): value as? Value
    }
  }
}

extension SupplementaryItem: Equatable {
  /// Whether both are the same text, or equal values of the same type.
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
  /// A title.
  public init(stringLiteral title: String) { self = .title(title) }
}

/// A section whose value says what its header, its footer and other supplementary views show.
///
/// So headers and footers change like rows: when the content of the section's value changes, the changeset lists the
/// section as updated, and the view refreshes them in place.
///
/// ```swift
/// struct Folder: Supplemented, Identifiable, Equatable {
///   let id: Int
///   var name: String
///   var unread: Int
///
///   func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? {
///     switch kind {
///     case .header: .title(name)
///     case .footer: unread > 0 ? .value(unread) : nil
///     default: nil
///     }
///   }
/// }
/// ```
public protocol Supplemented: Diffable {
  /// What the section shows for a supplementary kind.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: `nil` if the section has no such view.
  func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem?

  /// The section's title in the index beside the table. `nil`, the default, if the index does not list it.
  var indexTitle: String? { get }
}

extension Supplemented {
  /// `nil`: the index does not list the section.
  public var indexTitle: String? { nil }

  /// What the section's header shows.
  package var header: SupplementaryItem? { supplementaryItem(.header) }

  /// What the section's footer shows.
  package var footer: SupplementaryItem? { supplementaryItem(.footer) }
}
