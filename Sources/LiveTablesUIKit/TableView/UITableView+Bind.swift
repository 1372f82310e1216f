#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

extension UITableView {
  /// Binds the table view to an async sequence of tables, with cells of one type.
  ///
  /// ```swift
  /// tableView.bind(mails, cell: MailCell.self) { cell, mail, scope in
  ///   cell.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { cell.progress = $0 }
  /// }
  /// ```
  ///
  /// You don't need to register the cell type. If there is a nib or a prototype cell named after the type, it is used
  /// instead of the class. The binding does not retain the view, and ends when the view is deallocated. The scope of a
  /// cell ends when the cell is reused, when its row is deleted, or when the binding ends.
  ///
  /// - Parameters:
  ///   - tables: An async sequence of arrays of rows, table snapshots, or other values that can be converted to a
  ///     table.
  ///   - initial: A table to show before this method returns.
  ///   - cell: The type of the cells.
  ///   - options: The options for showing changes.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Cell: UITableViewCell, Section, Row>(
    _ tables: S, initial: S.Element? = nil, cell: Cell.Type, options: BindingOptions = BindingOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    TableViewBinder(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      tables, initial: initial, options: options)
  }

  /// Binds the table view to a source, with cells of one type.
  ///
  /// If you pass rules, the user can edit rows, and the edits are sent to the source:
  ///
  /// ```swift
  /// tableView.bind(inbox, cell: MailCell.self, editing: .deleting() + .moving(to: .sameSection)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - cell: The type of the cells.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Cell: UITableViewCell, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Cell.Type, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    let binder = TableViewBinder<Section, Row>(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self)
    #if !os(tvOS)
    binder.reordersByDragging = rules != nil
    #endif
    return binder.bind(source, editing: rules, options: options, onFailure: onFailure)
  }
}
#endif
