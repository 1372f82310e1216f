/// The properties of a request that do not depend on the source that receives it.
package struct RequestTraits: Sendable {
  /// The identity of the user's edit.
  ///
  /// A source that receives the edit twice applies it once.
  var id: RequestID?
  package var seen = InboxMarks()
  /// Whether a move or an insertion also changes the row's content.
  package var isChanged = false
  /// Whether updating a missing row, or inserting an existing row, has no effect instead of being refused.
  package var isLenient = false
}
