/// The views that are bound to a store, or about to be bound, and the edits that users made in these views.
///
/// A view is bound on the main actor before the store is notified. A table submitted in between must wait for the view,
/// like tables submitted later.
@MainActor final class StoreBindings<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct WeakApplier {
    weak let applier: TableApplier<Section, Row>?
  }

  /// The bindings in order, including ended bindings whose last edits have not reached the store yet.
  private var appliers: [WeakApplier] = []
  private var count = 0
  private(set) var last = 0
  /// The user's edits that have not been refused, in order, starting with the first edit that may still be refused.
  private var edits: [(id: RequestID, edit: UserEdit<Section, Row>)] = []

  nonisolated init() {}

  var isBound: Bool { count > 0 }

  /// Adds a view.
  ///
  /// - Returns: The number of the view. The tasks that update views may reach the store in a different order, so the
  ///   numbers determine the order.
  func add() -> Int {
    count += 1
    last += 1
    return last
  }

  func remove() { count -= 1 }

  /// Adds a binding, without keeping the binding alive.
  func begin(_ applier: TableApplier<Section, Row>) {
    appliers.removeAll { $0.applier == nil }
    appliers.append(WeakApplier(applier: applier))
  }

  /// Stores an edit that the user made in any view, for as long as the edit or an earlier edit may be refused.
  func keep(_ edit: UserEdit<Section, Row>, as id: RequestID) {
    while !edits.isEmpty, isKnownUniquelyReferenced(&edits[0].id) { edits.removeFirst() }
    var kept = edit
    kept.requestID = nil
    edits.append((id, kept))
  }

  /// Returns the change that reverts a user's edit.
  ///
  /// - Returns: The change, or `nil` if the edit has already been refused, belongs to another store, or is not in the
  ///   table.
  func refuse(_ id: RequestID, in table: CapturedTable<Section, Row>) -> UserChange<Section, Row>? {
    guard let index = edits.firstIndex(where: { $0.id === id }) else { return nil }
    var change = UserChange(edits[index].edit.inverse)
    var table = table
    var undone: [Int] = []
    for number in edits.indices[(index + 1)...].reversed() {
      let suspension = edits[number].edit.suspension
      if table.apply(suspension) == .notFound { continue }
      change.undone.append(suspension)
      undone.append(number)
    }
    if table.apply(change.edit) == .notFound { return nil }
    var lost: [Int] = []
    for number in undone.reversed() {
      let remade = edits[number].edit.remade(in: table.table)
      change.remade.append(remade?.edit)
      if let remade {
        edits[number].edit = remade
        _ = table.apply(remade.edit)
      } else {
        lost.append(number)
      }
    }
    for number in lost.reversed() { edits.remove(at: number) }
    edits.remove(at: index)
    return change
  }

  /// The users' edits that the store may not have merged, grouped by view.
  var unmerged: [UnmergedBatch<Section, Row>] {
    appliers.compactMap { binding in
      binding.applier.map { UnmergedBatch(binding: $0.number, edits: $0.machine.unmerged) }
    }
  }
}

/// The user's edits in a single view, in order.
@usableFromInline struct UnmergedBatch<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let binding: Int
  let edits: [UnmergedChange<UserChange<Section, Row>>]
}

/// A change by the user: an edit or the reversal of an edit.
///
/// To revert an edit, later edits are reverted first and reapplied afterwards.
struct UserChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let edit: TableEdit<Section, Row>
  /// The edits that revert later edits, starting with the last one.
  var undone: [TableEdit<Section, Row>] = []
  /// The edits that reapply later edits in order, or `nil` for an edit whose rows no longer exist.
  var remade: [TableEdit<Section, Row>?] = []

  init(_ edit: TableEdit<Section, Row>) { self.edit = edit }
}

extension CapturedTable {
  /// Applies a user's change, without reapplying edits that the table did not contain.
  mutating func apply(_ change: UserChange<Section, Row>) -> TableEdit<Section, Row>.Effect {
    if change.undone.isEmpty { return apply(change.edit) }
    var table = self
    let found = change.undone.map { table.apply($0) != .notFound }
    let effect = table.apply(change.edit)
    if effect == .notFound { return .notFound }
    for case (true, let edit?) in zip(found.reversed(), change.remade) { _ = table.apply(edit) }
    self = table
    return effect
  }
}
