#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

/// Collection views bound in a line: with one type of cells, or with cells that are made by hand.
///
/// A cell type is registered by itself: a nib of its name wins over the class. Work that is started for a row belongs into
/// the scope, and ends when the cell is reused, the row goes or the binding ends. How rows come, go and move is for the
/// view's layout to say. See ``CollectionViewBinder`` for what else can be said.
extension UICollectionView {
  /// Shows every table of a stream, in cells of one type.
  ///
  /// ```swift
  /// collectionView.bind(mails, cell: MailCell.self) { cell, mail, scope in
  ///   cell.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { cell.progress = $0 }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tables: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - cell: The type of the cells.
  ///   - animated: Whether changes are animated.
  ///   - options: How changes are shown, besides.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row, Cell: UICollectionViewCell>(
    _ tables: S, cell: Cell.Type, animated: Bool = true, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, using: CollectionViewBinder(cell: cell, configure: configure),
      options: options.showing(.automatic, animated: animated))
  }

  /// Shows the rows of a stream, all of them in one section, in cells of one type.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row, Cell: UICollectionViewCell>(
    _ rows: S, cell: Cell.Type, animated: Bool = true, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, using: CollectionViewBinder(cell: cell, configure: configure),
      options: options.showing(.automatic, animated: animated))
  }

  /// Shows an observable table, in cells of one type.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<Section, Row, Cell: UICollectionViewCell>(
    _ table: some TableSource<Section, Row>, cell: Cell.Type, animated: Bool = true,
    options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    bind(
      table, using: CollectionViewBinder(cell: cell, configure: configure),
      options: options.showing(.automatic, animated: animated))
  }

  /// Shows every table of a stream, in cells that are made by hand: registered with the view by the caller, and dequeued
  /// for each row, for instance of several kinds.
  ///
  /// ```swift
  /// collectionView.bind(mails) { table, path, view in
  ///   let cell = view.dequeueReusableCell(withReuseIdentifier: "Mail", for: path)
  ///   (cell as? MailCell)?.subject.text = table[RowPath(path)!]?.subject
  ///   return cell
  /// }
  /// ```
  ///
  /// Rows that have changed are reloaded.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (
        _ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UICollectionView
      ) -> UICollectionViewCell
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, using: CollectionViewBinder(making: cell),
      options: options.showing(.automatic, animated: animated))
  }

  /// Shows the rows of a stream, all of them in one section, in cells that are made by hand.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (
        _ table: TableSnapshot<OneSection, Row>, _ path: IndexPath, _ view: UICollectionView
      ) -> UICollectionViewCell
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, using: CollectionViewBinder(making: cell),
      options: options.showing(.automatic, animated: animated))
  }

  /// Shows an observable table, in cells that are made by hand.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ table: some TableSource<Section, Row>, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (
        _ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UICollectionView
      ) -> UICollectionViewCell
  ) -> TableBinding<Section, Row> {
    bind(
      table, using: CollectionViewBinder(making: cell),
      options: options.showing(.automatic, animated: animated))
  }
}

extension CollectionViewBinder {
  /// A binder with cells of one type.
  ///
  /// - Parameters:
  ///   - cell: The type of the cells.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  public convenience init<Specific: UICollectionViewCell>(
    cell: Specific.Type, configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ scope: CellScope) -> Void
  ) {
    self.init(.one(cell) { configure($0, $1, $2.scope) })
  }

  /// A binder with cells that are made by hand.
  ///
  /// - Parameter cell: Makes the cell of the row at a path, as a data source would.
  public convenience init(
    making cell:
      @escaping @MainActor (
        _ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UICollectionView
      ) -> UICollectionViewCell
  ) {
    let maker = Maker()
    self.init(
      .byHand { _, context, _ in
        guard let binder = maker.binder, let view = binder.collectionView else { return nil }
        return cell(binder.link.table, IndexPath(context.path), view)
      })
    maker.binder = self
  }

  /// Knows the binder for which cells are made by hand.
  @MainActor private final class Maker {
    weak var binder: CollectionViewBinder?
  }
}
#endif
