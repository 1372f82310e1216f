/// What a store asks its view to show; the store acknowledges it once it is on screen.
struct StoreOrder<Wanted, Note> {
  let wanted: Wanted
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
  /// The number of the last user's edit that `wanted` has in it.
  let merged: Int
  let notes: [Note]
}

extension StoreOrder: Sendable where Wanted: Sendable, Note: Sendable {}
extension StoreOrder: Equatable where Wanted: Equatable, Note: Equatable {}
