/// A view that shows a table and is updated with batch updates.
///
/// ```swift
/// final class MailView: MyTableView, TableView {
///   let link = TableLink<Folder, Mail>()
///
///   func reload(commit: () -> Void) {
///     commit()                       // link.table is the new table now
///     reloadData()
///   }
///
///   func perform(_ stage: BatchUpdate<Folder, Mail>, animation: BatchAnimation, commit: () -> Void) throws {
///     withoutActuallyEscaping(commit) { commit in
///       performBatchUpdates {
///         commit()                   // here and nowhere else: the data changes inside the batch
///         deleteRows(at: stage.operations.deletedRows) …
///       }
///     }
///   }
/// }
/// ```
///
/// A view reads its rows from `link.table` whenever it needs them, and stores no copy of them. The view need not wait
/// for animations, because the next change may begin as soon as `perform` has returned. Edits and submissions made
/// during an update are shown afterwards.
@MainActor public protocol TableView<Section, Row>: AnyObject {
  /// The type of the sections.
  associatedtype Section: Diffable & Sendable
  /// The type of the rows in the table.
  associatedtype Row: Diffable & Sendable

  /// The link between the view and its table.
  ///
  /// The view owns the link: `let link = TableLink<Section, Row>()`.
  var link: TableLink<Section, Row> { get }

  /// A Boolean value that indicates whether the view can perform batch updates. The default is `true`. If it is
  /// `false`, the view is reloaded instead.
  var isReady: Bool { get }

  /// The number of rows that the view displays in each section, or `nil`, the default, if it does not count rows. If
  /// these numbers differ from those of the shown table, the view is reloaded.
  var shownRowCounts: [Int]? { get }

  /// Reloads the view with `link.table`, after calling `commit` exactly once to replace `link.table`.
  func reload(commit: () -> Void)

  /// Performs a batch update, and calls `commit` exactly once during the update.
  ///
  /// - Parameters:
  ///   - stage: The batch update, along with the tables before and after it.
  ///   - animation: The animations of the batch update.
  ///   - commit: A closure that replaces `link.table`.
  /// - Throws: An error that prevents the view from performing the update. It is reported, and the view is reloaded.
  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws

  /// Registers an edit with the view's undo manager. Does nothing by default.
  ///
  /// This method is called for every edit, including edits that undo or redo another edit.
  ///
  /// - Parameters:
  ///   - name: The name of the edit, for display in menus.
  ///   - action: A closure that undoes or redoes the edit. It has no effect if that is no longer possible.
  func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void)
}

extension TableView {
  /// By default, the view is ready.
  public var isReady: Bool { true }

  /// By default, the view does not count rows.
  public var shownRowCounts: [Int]? { nil }

  /// Does nothing by default.
  public func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {}
}
