public import TableDiff

/// A type that can be shown as a table: an array of rows, a `TableSnapshot`, a ``TableState``, or your own type.
///
/// You can bind a view to a sequence of such values:
///
/// ```swift
/// struct Inbox: TableConvertible {
///   var mails: [Mail]
///
///   var tableState: TableState<Folder, Mail> { TableState(TableSnapshot(grouping: mails, by: \.folder)) }
/// }
///
/// view.bind(inboxes)                      // an AsyncSequence of Inbox
/// ```
public protocol TableConvertible<Section, Row> {
  /// The type of the sections.
  associatedtype Section: Diffable
  /// The type of the rows.
  associatedtype Row: Diffable

  /// The table to show, along with the value that the data source attaches to it.
  var tableState: TableState<Section, Row> { get }
}

extension Array: TableConvertible where Element: Diffable {
  /// A table that contains the elements as the rows of one section.
  ///
  /// - Complexity: O(*n*).
  @inlinable public var tableState: TableState<OneSection, Element> { TableState(TableSnapshot(rows: self)) }
}

extension TableSnapshot: TableConvertible {
  /// The table without an attached value.
  @inlinable public var tableState: TableState<Section, Row> { TableState(self) }
}

extension TableState: TableConvertible {
  /// The table state itself.
  @inlinable public var tableState: TableState<Section, Row> { self }
}
