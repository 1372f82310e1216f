/// A state that declares the rows that show it, all in one section.
///
/// The declaration is data: it is tested with `==`, without any view, and shown by any. A state that declares sections
/// conforms to ``TableConvertible`` itself.
///
/// ```swift
/// struct Venue: RowDeclaring {
///   var name: String
///   var reviews: [Review]
///
///   var rows: [Line] {
///     Line.outline(name)
///     if !reviews.isEmpty { Line.header("Reviews") }
///     for review in reviews { Line.review(review) }
///   }
/// }
/// ```
public protocol RowDeclaring: TableConvertible, Sendable where Section == OneSection, Row: Sendable {
  /// The type of the rows; named again so that it is inferred from ``rows``.
  associatedtype Row

  /// The rows that show this state.
  @TableBuilder<Row> var rows: [Row] { get }
}

extension RowDeclaring {
  /// The declared rows in one section.
  @inlinable public var tableState: TableState<OneSection, Row> { rows.tableState }
}
