/// How many views are bound to a store, or about to be, and what users have done in them.
///
/// A view is bound on the main actor, at once; the store learns of it later. A submission in between has to wait for the
/// view like every later one.
@MainActor final class StoreBindings<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct Session {
    weak let applier: TableApplier<Section, Row>?
  }

  /// In the order in which they were bound; one that has ended is there until the store has its last edits.
  private var sessions: [Session] = []
  private var count = 0
  /// The number of the view that was bound last.
  private(set) var last = 0
  /// What users did and was not refused, in order, from the first edit on that somebody may still refuse.
  private var edits: [(mark: EditMark, edit: UserEdit<Section, Row>)] = []

  nonisolated init() {}

  var isBound: Bool { count > 0 }

  /// A view is bound.
  ///
  /// - Returns: Its number. The tasks that update views may reach the store in another order than that in which the
  ///   views were bound; this is the one that counts.
  func add() -> Int {
    count += 1
    last += 1
    return last
  }

  func remove() { count -= 1 }

  /// A session begins; it is not kept alive.
  func begin(_ applier: TableApplier<Section, Row>) {
    sessions.removeAll { $0.applier == nil }
    sessions.append(Session(applier: applier))
  }

  /// Keeps what the user does, in whichever view, for as long as it or an edit before it may be refused.
  func keep(_ edit: UserEdit<Section, Row>, as mark: EditMark) {
    while !edits.isEmpty, isKnownUniquelyReferenced(&edits[0].mark) { edits.removeFirst() }
    var kept = edit
    kept.mark = nil
    edits.append((mark, kept))
  }

  /// An edit is to be taken back.
  ///
  /// - Parameters:
  ///   - mark: That of the edit.
  ///   - table: The table with all edits.
  /// - Returns: What takes it back; `nil` if it was refused before or is another store's, or the table does not have it.
  func refuse(_ mark: EditMark, in table: CapturedTable<Section, Row>) -> UserChange<Section, Row>? {
    guard let index = edits.firstIndex(where: { $0.mark === mark }) else { return nil }
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

  /// The edits of users, view by view, as far as the store may not have merged them.
  var unmerged: [UnmergedEdits<Section, Row>] {
    sessions.compactMap { session in
      session.applier.map { UnmergedEdits(session: $0.number, edits: $0.session.unmerged) }
    }
  }
}

/// The user's edits in one view, in order.
@usableFromInline struct UnmergedEdits<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let session: Int
  let edits: [UnmergedEdit<UserChange<Section, Row>>]
}

/// What is made of a table at once because of the user: one edit, or one that is taken back.
///
/// For the latter, what was done later is taken back first, and made again afterwards.
struct UserChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let edit: TableEdit<Section, Row>
  /// What takes later edits back, the newest first.
  var undone: [TableEdit<Section, Row>] = []
  /// What makes them again, the oldest first; `nil` for one that needs what is gone.
  var remade: [TableEdit<Section, Row>?] = []

  init(_ edit: TableEdit<Section, Row>) { self.edit = edit }
}

extension CapturedTable {
  /// Makes a change of the user's, as far as the table has what it is about: nothing is made again that was not there.
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
