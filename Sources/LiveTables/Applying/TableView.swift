/// A view that shows a table, told of changes in batches.
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
///     performBatchUpdates {
///       commit()                     // here and nowhere else: the data changes inside the batch
///       deleteRows(at: stage.operations.deletedRows) …
///     }
///   }
/// }
/// ```
///
/// A view reads its rows from `link.table` whenever it needs them and keeps no copy. It need not wait for animations:
/// the next change may come as soon as `perform` has returned. Whatever it asks for while it is being told of a change,
/// by `link.edit` or by submitting, happens afterwards.
@MainActor public protocol TableView<Section, Row>: AnyObject {
  /// What a section is.
  associatedtype Section: Diffable & Sendable
  /// What a row is.
  associatedtype Row: Diffable & Sendable

  /// What connects the view with whatever it shows. It belongs to the view: `let link = TableLink<Section, Row>()`.
  var link: TableLink<Section, Row> { get }

  /// Whether the view can be told of batches: it has a window and a first layout. Until then it is reloaded. True
  /// unless the view says otherwise.
  var isReady: Bool { get }

  /// How many rows the view believes to have in each section, or `nil`, the default, if it cannot say.
  ///
  /// Where this differs from what the view was given, it is reloaded.
  var shownRowCounts: [Int]? { get }

  /// Shows `link.table` from scratch, after calling `commit` exactly once.
  func reload(commit: () -> Void)

  /// Shows one batch, and calls `commit` exactly once, inside it: this swaps `link.table`.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how it is to be animated.
  ///   - commit: Swaps the data.
  /// - Throws: Whatever keeps the view from showing the batch. It is reloaded then, and the error reported.
  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws
}

extension TableView {
  /// Always ready.
  public var isReady: Bool { true }

  /// Does not say.
  public var shownRowCounts: [Int]? { nil }
}
