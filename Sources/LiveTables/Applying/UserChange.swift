/// A change by the user: an edit or the reversal of an edit.
///
/// To revert an edit, later edits are reverted first and reapplied afterwards.
struct UserChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let edit: TableEdit<Section, Row>
  /// The edits that revert later edits before `edit`, starting with the last one.
  var reversals: [TableEdit<Section, Row>] = []
  /// The edits that reapply later edits after `edit`, in order, or `nil` for an edit whose rows no longer exist.
  var repetitions: [TableEdit<Section, Row>?] = []

  init(_ edit: TableEdit<Section, Row>) { self.edit = edit }
}

extension CapturedTable {
  /// Applies a user's change.
  ///
  /// Edits that the table did not contain are not reapplied.
  mutating func apply(_ change: UserChange<Section, Row>) -> TableEdit<Section, Row>.Effect {
    if change.reversals.isEmpty { return apply(change.edit) }
    var table = self
    let found = change.reversals.map { table.apply($0) != .notFound }
    let effect = table.apply(change.edit)
    if effect == .notFound { return .notFound }
    for case (true, let edit?) in zip(found.reversed(), change.repetitions) { _ = table.apply(edit) }
    self = table
    return effect
  }
}
