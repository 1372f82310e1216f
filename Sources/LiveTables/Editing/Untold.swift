/// A user's own edit that is on screen before the store has heard of it.
///
/// Edits of one view are numbered from one, so that the store can be told of an edit twice and merge it once.
struct Untold<Edit> {
  let serial: Int
  let edit: Edit
}

extension Untold: Sendable where Edit: Sendable {}
extension Untold: Equatable where Edit: Equatable {}
