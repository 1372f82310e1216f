/// A store's request to show a table in its view.
struct StoreOrder<Target, Note> {
  let target: Target
  let bindingNumber: Int
  let version: Int
  /// The number of tables admitted so far.
  let tableCount: Int
  let newestTableVersion: Int
  /// The number of tables skipped between the last request on screen and this request.
  let superseded: Int
  /// Whether this request contains changes other than the user's own edits, which are already on screen.
  let isNews: Bool
  /// The number of the last user edit that `target` includes.
  let lastMergedEdit: Int
  /// The time up to which `target` replaces the user's edits.
  let replacementTime: ContinuousClock.Instant?
  /// Identifies the users' edits that the source has applied to `target`.
  var marks = InboxMarks()
  let notes: [Note]
}

extension StoreOrder: Sendable where Target: Sendable, Note: Sendable {}
extension StoreOrder: Equatable where Target: Equatable, Note: Equatable {}
