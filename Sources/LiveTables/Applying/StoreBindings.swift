/// The views that are bound to a store, or about to be bound, and the edits that users made in these views.
///
/// A view is bound on the main actor before the store is notified. A table submitted in between must wait for the view.
@MainActor final class StoreBindings<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct WeakApplier {
    weak let applier: TableApplier<Section, Row>?
  }

  /// The bindings in order, including ended bindings whose last edits have not reached the store yet.
  private var appliers: [WeakApplier] = []
  /// The number of views that are bound, or about to be bound.
  private var boundCount = 0
  /// The number of the last view.
  private(set) var lastNumber = 0
  /// The user's edits that have not been refused, in order, from the first one that may still be refused.
  private var edits: [(id: RequestID, edit: UserEdit<Section, Row>)] = []

  nonisolated init() {}

  var isBound: Bool { boundCount > 0 }

  /// Adds a view.
  ///
  /// - Returns: The number of the view. The numbers determine the order, because views may reach the store in another one.
  func add() -> Int {
    boundCount += 1
    lastNumber += 1
    return lastNumber
  }

  func remove() { boundCount -= 1 }

  func begin(_ applier: TableApplier<Section, Row>) {
    appliers.removeAll { $0.applier == nil }
    appliers.append(WeakApplier(applier: applier))
  }

  /// Stores a user's edit for as long as it or an earlier edit may be refused.
  func keep(_ edit: UserEdit<Section, Row>, as id: RequestID) {
    while !edits.isEmpty, isKnownUniquelyReferenced(&edits[0].id) { edits.removeFirst() }
    var kept = edit
    kept.requestID = nil
    edits.append((id, kept))
  }

  /// Returns the change that reverts a user's edit.
  ///
  /// - Returns: `nil` if the edit has been refused, belongs to another store, or is not in the table.
  func refuse(_ id: RequestID, in table: CapturedTable<Section, Row>) -> UserChange<Section, Row>? {
    guard let index = edits.firstIndex(where: { $0.id === id }) else { return nil }
    var change = UserChange(edits[index].edit.inverse)
    var table = table
    var revertedIndices: [Int] = []
    for later in edits.indices[(index + 1)...].reversed() {
      let suspension = edits[later].edit.suspension
      if table.apply(suspension) == .notFound { continue }
      change.reversals.append(suspension)
      revertedIndices.append(later)
    }
    if table.apply(change.edit) == .notFound { return nil }
    var lostIndices = [index]
    for later in revertedIndices.reversed() {
      let repeated = edits[later].edit.remade(in: table.table)
      change.repetitions.append(repeated?.edit)
      if let repeated {
        edits[later].edit = repeated
        _ = table.apply(repeated.edit)
      } else {
        lostIndices.append(later)
      }
    }
    for lost in lostIndices.reversed() { edits.remove(at: lost) }
    return change
  }

  var unmerged: [UnmergedBatch<Section, Row>] {
    appliers.compactMap { binding in
      binding.applier.map { UnmergedBatch(bindingNumber: $0.bindingNumber, changes: $0.machine.unmerged) }
    }
  }
}

/// The changes in a single view that the store may not have merged, in order.
@usableFromInline struct UnmergedBatch<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let bindingNumber: Int
  let changes: [UnmergedChange<UserChange<Section, Row>>]
}
