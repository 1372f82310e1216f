/// A view that shows a table and is updated in batches.
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
/// A view reads its rows from `link.table` whenever it needs them and keeps no copy. It need not wait for animations:
/// the next change may come as soon as `perform` has returned. Edits and submissions that it makes during an update are
/// shown afterwards.
@MainActor public protocol TableView<Section, Row>: AnyObject {
  /// The type of the sections.
  associatedtype Section: Diffable & Sendable
  /// The type of the rows.
  associatedtype Row: Diffable & Sendable

  /// Connects the view with what it shows.
  ///
  /// It belongs to the view: `let link = TableLink<Section, Row>()`.
  var link: TableLink<Section, Row> { get }

  /// Whether the view can perform batches: it has a window and a first layout; by default `true`.
  ///
  /// Until then it is reloaded.
  var isReady: Bool { get }

  /// How many rows the view itself counts in each section, or `nil`, the default, if it does not count them.
  ///
  /// Where this differs from the table it shows, the view is reloaded.
  var shownRowCounts: [Int]? { get }

  /// Shows `link.table` from scratch, after calling `commit` exactly once.
  ///
  /// - Parameter commit: Swaps `link.table`.
  func reload(commit: () -> Void)

  /// Shows one batch, and calls `commit` exactly once, inside it.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how the batch is animated.
  ///   - commit: Swaps `link.table`.
  /// - Throws: What keeps the view from showing the batch. The view is reloaded then, and the error reported.
  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws

  /// Registers what leads back from a user's edit with the undo manager of the view; by default, this does nothing.
  ///
  /// Called for each edit, also for one that undoes or redoes another one.
  ///
  /// - Parameters:
  ///   - name: The name of the edit, for menus.
  ///   - action: Undoes or redoes the edit; later it does nothing.
  func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void)
}

extension TableView {
  /// Always ready.
  public var isReady: Bool { true }

  /// No counts.
  public var shownRowCounts: [Int]? { nil }

  /// No undo manager.
  public func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {}
}
