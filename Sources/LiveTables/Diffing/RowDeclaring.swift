/// A value that declares its rows in a single section.
///
/// The rows are values, so you can compare them with `==` in tests, and show them in any view. To declare several
/// sections, conform to ``TableConvertible`` instead.
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
  /// The type of the rows, redeclared here so that it is inferred from ``rows``.
  associatedtype Row

  /// The rows that this value declares.
  @TableBuilder<Row> var rows: [Row] { get }
}

extension RowDeclaring {
  /// A table that contains the declared rows in a single section.
  @inlinable public var tableState: TableState<OneSection, Row> { rows.tableState }
}
