/// Why a binding has ended.
public enum EndReason: Hashable, Sendable {
  /// The sequence ended, or the body of `withStore` returned, and the last table is on screen.
  case finished
  /// The task or the binding was cancelled.
  case cancelled
  /// The view was released.
  case viewGone
  /// The view was bound to something else, or the store to another view.
  case replaced
}

/// What stores, live tables and edits throw.
public enum TableError: Error, Hashable, CustomStringConvertible {
  /// The store, or the live table, has ended: it takes no more tables and edits.
  case ended(EndReason)
  /// The change of a revision cannot be undone or redone: what it changed has been changed since.
  ///
  /// The table stays as it is. The text says what is in the way.
  case undoConflict(revision: Int, String)
  /// One of the given ``IndexedChange``s does not fit the rows: the list is another one than the sender has.
  ///
  /// Ask for all rows. The text says what the change was, and how many rows there were.
  case indexOutOfRange(number: Int, String)
  /// An edit has waited for its answer as long as it may; it is not shown any more.
  case timedOut
  /// The source does not accept an edit of the user's; the text says what is in the way.
  case notEditable(String)

  /// The error in words.
  public var description: String {
    switch self {
    case .ended(.finished): "the table has ended: its sequence is finished"
    case .ended(.cancelled): "the table has ended: it was cancelled"
    case .ended(.viewGone): "the table has ended: its view is gone"
    case .ended(.replaced): "the table has ended: its view shows another one"
    case .undoConflict(_, let obstacle): obstacle
    case .indexOutOfRange(_, let change): change
    case .notEditable(let obstacle): obstacle
    case .timedOut: "the edit was not answered in time"
    }
  }
}
