public import LiveTables

/// A view that shows each row in a cell, and can be bound in one call.
@MainActor public protocol CellView: AnyObject {
  /// The base class of the view's cells.
  associatedtype Cell: AnyObject
  /// The class of the views to which the binders of this view can be attached.
  associatedtype BoundView: AnyObject

  /// Attaches a new binder to this view.
  ///
  /// Only `bind` calls this method. It begins with an underscore because code completion should not offer it in apps.
  ///
  /// - Parameters:
  ///   - provider: The provider of the cells.
  ///   - isEditable: Whether the user may be allowed to edit rows, for example to drag them.
  func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, Cell>, isEditable: Bool
  ) -> ViewBinder<BoundView, Section, Row>
}

extension CellView {
  /// Binds the view to an async sequence of tables, with cells of one class.
  ///
  /// ```swift
  /// tableView.bind(mails, cell: MailCell.self) { cell, mail, scope in
  ///   cell.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { cell.progress = $0 }
  /// }
  /// ```
  ///
  /// You don't need to register the class. If there is a nib that is named after the class, or a prototype cell of a
  /// `UITableView`, it is used instead of the class. The binding does not retain the view, and ends when the view is
  /// deallocated. The scope of a cell ends when the cell is reused, when its row is deleted, or when the binding ends.
  ///
  /// - Parameters:
  ///   - tables: An async sequence of arrays of rows, table snapshots, or other values that can be converted to a
  ///     table.
  ///   - initial: A table to show before this method returns.
  ///   - cell: The class of the cells.
  ///   - options: The options for showing changes.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Specific: ProvidedCell, Section, Row>(
    _ tables: S, initial: S.Element? = nil, cell: Specific.Type, options: BindingOptions = BindingOptions(),
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row>
  where S.Element: TableConvertible<Section, Row> & Sendable, Specific.CellBase == Cell {
    _attachBinder(.one(cell) { configure($0, $1, $2.scope) }, isEditable: false)
      .bind(tables, initial: initial, options: options)
  }

  /// Binds the view to a source, with cells of one class.
  ///
  /// If you pass rules, the user can edit rows, and the edits are sent to the source:
  ///
  /// ```swift
  /// tableView.bind(inbox, cell: MailCell.self, editing: .deleting() + .moving(to: .sameSection)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - cell: The class of the cells.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Specific: ProvidedCell, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Specific.Type, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where Specific.CellBase == Cell {
    _attachBinder(.one(cell) { configure($0, $1, $2.scope) }, isEditable: rules != nil)
      .bind(source, editing: rules, options: options, onFailure: onFailure)
  }
}
