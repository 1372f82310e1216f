/// What a section shows beside its rows, for one supplementary kind: a title, or a value that a view of its own shows.
///
/// A title is a text that the view draws in its own way. A value goes to the view that is registered for the kind.
/// A string literal is a title.
public enum Supplement: Sendable {
  /// A text.
  case title(String)
  /// What a registered view shows.
  case value(any Equatable & Sendable)

  /// The text, if it is one.
  public var title: String? {
    if case .title(let text) = self { text } else { nil }
  }

  /// The value, if it is one of this type.
  public func value<Value: Equatable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    if case .value(let value) = self { value as? Value } else { nil }
  }
}

extension Supplement: Equatable {
  /// Whether both are the same text, or equal values of the same type.
  public static func == (one: Supplement, two: Supplement) -> Bool {
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

extension Supplement: ExpressibleByStringLiteral {
  /// A title.
  public init(stringLiteral title: String) { self = .title(title) }
}

/// A section whose value says what stands above, below and beside its rows.
///
/// So headers and footers go the one way that everything goes: when a value's content changes, the section is listed as
/// updated, and the view refreshes what it shows of it in place.
///
/// ```swift
/// struct Folder: Supplemented, Identifiable, Equatable {
///   let id: Int
///   var name: String
///   var unread: Int
///
///   func supplement(_ kind: SupplementaryKind) -> Supplement? {
///     switch kind {
///     case .header: .title(name)
///     case .footer: unread > 0 ? .value(unread) : nil
///     default: nil
///     }
///   }
/// }
/// ```
public protocol Supplemented: Diffable {
  /// What the section shows for a kind; `nil` if nothing.
  func supplement(_ kind: SupplementaryKind) -> Supplement?

  /// What stands for the section in an index beside the table. `nil`, the default, if it is not listed there.
  var indexTitle: String? { get }
}

extension Supplemented {
  /// Not listed.
  public var indexTitle: String? { nil }

  /// What stands above the rows.
  public var header: Supplement? { supplement(.header) }

  /// What stands below the rows.
  public var footer: Supplement? { supplement(.footer) }
}
