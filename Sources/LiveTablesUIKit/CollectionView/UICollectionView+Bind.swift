#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

extension UICollectionView {
  /// Attaches a binder: it is the view's data source and delegate until its binding is cancelled.
  ///
  /// ```swift
  /// let binder = collectionView.attach(CollectionViewBinder<OneSection, Todo>(cell: TodoItemCell.self) { cell, todo, scope in … })
  /// binder.link.selection.mode = .one
  /// binder.bind(todos)
  /// ```
  ///
  /// A binder is a `TableView`: it has `bind`, `display`, `show` and `withStore`. What was bound to the view before ends.
  ///
  /// - Parameter binder: The binder. The view keeps it.
  /// - Returns: The binder.
  @discardableResult public func attach<Binder: ViewBinder<UICollectionView, Section, Row>, Section, Row>(
    _ binder: Binder
  ) -> Binder {
    binder.attach(to: self)
    return binder
  }

  /// Shows every table of an async sequence, in cells of one type.
  ///
  /// ```swift
  /// collectionView.bind(mails, cell: MailCell.self) { cell, mail, scope in
  ///   cell.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { cell.progress = $0 }
  /// }
  /// ```
  ///
  /// The cell type need not be registered: a nib of its name wins over the class. Keeps neither the view nor the binding
  /// alive. The scope ends when the cell is reused, the row goes or the binding ends.
  ///
  /// - Parameters:
  ///   - tables: Arrays of rows, table snapshots, or anything else that is convertible to a table.
  ///   - initial: Shown before this returns.
  ///   - cell: The type of the cells.
  ///   - options: How changes are shown.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Cell: UICollectionViewCell, Section, Row>(
    _ tables: S, initial: S.Element? = nil, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    attach(CollectionViewBinder(cell: cell, configure: configure)).bind(tables, initial: initial, options: options)
  }

  /// Shows a source, in cells of one type.
  ///
  /// - Parameters:
  ///   - source: A live table, what an operator makes of one, a query of a database.
  ///   - cell: The type of the cells.
  ///   - options: How changes are shown.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<Cell: UICollectionViewCell, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    attach(CollectionViewBinder(cell: cell, configure: configure)).bind(source, options: options)
  }
}

extension CollectionViewBinder {
  /// Creates a binder with cells of one type.
  ///
  /// - Parameters:
  ///   - cell: The type of the cells.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  public convenience init<Cell: UICollectionViewCell>(
    cell: Cell.Type, configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) {
    self.init(.one(cell) { configure($0, $1, $2.scope) })
  }

  /// Creates a binder whose cells are registered by the caller and dequeued for each row.
  ///
  /// Rows that changed are reloaded.
  ///
  /// ```swift
  /// collectionView.attach(
  ///   CollectionViewBinder<OneSection, Mail> { table, path, view in
  ///     let cell = view.dequeueReusableCell(withReuseIdentifier: "Mail", for: path)
  ///     (cell as? MailCell)?.subject.text = table[path.item].subject
  ///     return cell
  ///   }
  /// ).bind(mails)
  /// ```
  ///
  /// - Parameter makeCell: Makes the cell of the row at a path, as a data source would.
  public convenience init(
    makeCell:
      @escaping @MainActor (_ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UICollectionView) ->
      UICollectionViewCell
  ) {
    let owner = Owner()
    self.init(
      .byHand { _, context, _ in
        guard let binder = owner.binder, let view = binder.view else { return nil }
        return makeCell(binder.link.table, IndexPath(context.path), view)
      })
    owner.binder = self
  }

  /// The binder for which cells are made.
  @MainActor private final class Owner {
    weak var binder: CollectionViewBinder?
  }
}

#if !canImport(ObjectiveC)
extension CollectionViewBinder {
  /// Stands for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any UICollectionViewDelegate)? {
    earlierDelegate as? any UICollectionViewDelegate
  }
}
#endif
#endif
