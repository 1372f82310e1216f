/// A section that provides the content for its header, its footer and other supplementary views.
///
/// These views are updated in the same way as rows. When a section's content changes, the changeset reports the section
/// as updated, and the view refreshes the section's supplementary views in place.
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
  /// Returns the content of the section's supplementary view of the given kind, or `nil` if it has no such view.
  func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem?

  /// The section's title in the table's index, or `nil`, the default, to exclude the section from the index.
  var indexTitle: String? { get }
}

extension Supplemented {
  /// By default, a section has no title in the table's index.
  public var indexTitle: String? { nil }

  package var header: SupplementaryItem? { supplementaryItem(.header) }

  package var footer: SupplementaryItem? { supplementaryItem(.footer) }
}
