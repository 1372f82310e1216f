/// An error thrown by a store, a live table or an edit.
public enum TableError: Error, Hashable, CustomStringConvertible {
  /// The store or live table has ended, and accepts no more tables or edits.
  case ended(EndReason)
  /// A change cannot be undone or redone because its rows have been changed since.
  ///
  /// The live table does not change. The associated text describes the conflict.
  case undoConflict(revision: Int, String)
  /// An ``IndexedChange`` does not match the rows because the list differs from the sender's list.
  ///
  /// Request all rows again from the sender. The associated text describes the change and the number of rows.
  case indexOutOfRange(number: Int, String)
  /// A user's edit received no response before the timeout, and is no longer shown.
  case timedOut
  /// The source does not accept a user's edit, for the given reason.
  case notEditable(String)

  /// A textual representation of the error.
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
