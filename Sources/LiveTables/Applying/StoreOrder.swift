/// What a store asks its view to show; the store acknowledges it once it is on screen.
struct StoreOrder<Target, Note> {
  let target: Target
  /// The binding that is asked.
  let session: Int
  /// The version of the store that this is.
  let version: Int
  /// How many tables had been admitted by then, and the version of the newest.
  let tables: Int
  let newestTable: Int
  /// How many tables are skipped between the last order on screen and this one.
  let superseded: Int
  /// Whether anything but users' own edits led to this order; those are on screen already.
  let isNews: Bool
  /// The number of the last user's edit that `target` has in it.
  let merged: Int
  /// `target` replaces what users did until then.
  let replaced: ContinuousClock.Instant?
  /// The users' edits that the source has made in `target`.
  var marks = InboxMarks()
  let notes: [Note]
}

extension StoreOrder: Sendable where Target: Sendable, Note: Sendable {}
extension StoreOrder: Equatable where Target: Equatable, Note: Equatable {}
