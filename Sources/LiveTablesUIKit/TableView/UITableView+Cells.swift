#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

/// Table views bound in a line: with one type of cells, or with cells that are made by hand.
///
/// A cell type is registered by itself: a nib of its name wins, then a prototype, then the class. Work that is started for
/// a row belongs into the scope, and ends when the cell is reused, the row goes or the binding ends. See
/// ``TableViewBinder`` for what else can be said.
extension UITableView {
  /// Shows every table of a stream, in cells of one type.
  ///
  /// ```swift
  /// tableView.bind(mails, cell: MailCell.self) { cell, mail, scope in
  ///   cell.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { cell.progress = $0 }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tables: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - cell: The type of the cells.
  ///   - animation: How rows and sections come, go and change.
  ///   - animated: Whether changes are animated at all.
  ///   - options: How changes are shown, besides.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row, Cell: UITableViewCell>(
    _ tables: S, cell: Cell.Type,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, using: TableViewBinder(cell: cell, configure: configure),
      options: options.showing(animation, animated: animated))
  }

  /// Shows the rows of a stream, all of them in one section, in cells of one type.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row, Cell: UITableViewCell>(
    _ rows: S, cell: Cell.Type,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, using: TableViewBinder(cell: cell, configure: configure),
      options: options.showing(animation, animated: animated))
  }

  /// Shows an observable table, in cells of one type.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<Section, Row, Cell: UITableViewCell>(
    _ table: some TableSource<Section, Row>, cell: Cell.Type,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    bind(
      table, using: TableViewBinder(cell: cell, configure: configure),
      options: options.showing(animation, animated: animated))
  }

  /// Shows every table of a stream, in cells that are made by hand: registered with the view by the caller, and dequeued for each row.
  ///
  /// ```swift
  /// tableView.bind(mails) { table, path, view in
  ///   let cell = view.dequeueReusableCell(withIdentifier: "Mail", for: path)
  ///   cell.textLabel?.text = table[RowPath(path)!]?.subject
  ///   return cell
  /// }
  /// ```
  ///
  /// Rows that have changed are reloaded.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (_ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UITableView) ->
      UITableViewCell
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, using: TableViewBinder(making: cell), options: options.showing(animation, animated: animated))
  }

  /// Shows the rows of a stream, all of them in one section, in cells that are made by hand.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (_ table: TableSnapshot<OneSection, Row>, _ path: IndexPath, _ view: UITableView) ->
      UITableViewCell
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, using: TableViewBinder(making: cell), options: options.showing(animation, animated: animated))
  }

  /// Shows an observable table, in cells that are made by hand.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ table: some TableSource<Section, Row>,
    animation: LiveTables.RowAnimation = .automatic, animated: Bool = true, options: TableOptions = TableOptions(),
    cell:
      @escaping @MainActor (_ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UITableView) ->
      UITableViewCell
  ) -> TableBinding<Section, Row> {
    bind(
      table, using: TableViewBinder(making: cell), options: options.showing(animation, animated: animated))
  }
}

extension TableViewBinder {
  /// A binder with cells of one type.
  ///
  /// - Parameters:
  ///   - cell: The type of the cells.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  public convenience init<Cell: UITableViewCell>(
    cell: Cell.Type, configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) {
    self.init(.one(cell) { configure($0, $1, $2.scope) })
  }

  /// A binder with cells that are made by hand.
  ///
  /// - Parameter cell: Makes the cell of the row at a path, as a data source would.
  public convenience init(
    making cell:
      @escaping @MainActor (_ table: TableSnapshot<Section, Row>, _ path: IndexPath, _ view: UITableView) ->
      UITableViewCell
  ) {
    let maker = Maker()
    self.init(
      .byHand { _, context, _ in
        guard let binder = maker.binder, let view = binder.tableView else { return nil }
        return cell(binder.link.table, IndexPath(context.path), view)
      })
    maker.binder = self
  }

  /// Knows the binder for which cells are made by hand.
  @MainActor private final class Maker {
    weak var binder: TableViewBinder?
  }
}
#endif
