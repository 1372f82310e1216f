#if GTK
public import LiveTablesCells
import LiveTablesOperators

/// A column of a view.
@MainActor public struct ListColumn<Section, Row> {
  /// The title of the column.
  public let title: String
  let provider: CellProvider<Section, Row, GTKWidget>
  /// The orders of the rows after a click on the title, and after another click.
  private(set) var orders: (ascending: RowOrder<Row>, descending: RowOrder<Row>)?

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - provider: The provider of the widgets in the column.
  public init(_ title: String, _ provider: CellProvider<Section, Row, GTKWidget>) {
    self.title = title
    self.provider = provider
  }

  /// Creates a column with widgets of one type.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - cell: The type of the widgets.
  ///   - configure: A closure that configures a widget for a new or changed row.
  public init<Cell: GTKWidget>(
    _ title: String, cell: Cell.Type,
    configure: @escaping @MainActor (_ widget: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) { self.init(title, .one(cell) { configure($0, $1, $2.scope) }) }

  /// Returns a column that sorts the rows when the user clicks its title.
  ///
  /// - Parameter key: A closure that returns the key of a row.
  public func sorted<Key: Comparable & SendableMetatype>(by key: @escaping @Sendable (Row) -> Key) -> ListColumn {
    var column = self
    column.orders = (RowOrder(by: key) { $0 < $1 }, RowOrder(by: key) { $0 > $1 })
    return column
  }
}
#endif
