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
  private var editCount = 0
  /// The numbers of the user's edits that were refused: each is taken back once.
  private var refused: Set<Int> = []

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

  /// The number of the user's next edit, in whichever view.
  func nextEdit() -> Int {
    editCount += 1
    return editCount
  }

  /// An edit is to be taken back.
  ///
  /// - Parameter number: That of the edit.
  /// - Returns: False if it was refused before.
  func refuse(_ number: Int) -> Bool { refused.insert(number).inserted }

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
  let edits: [UnmergedEdit<TableEdit<Section, Row>>]
}
