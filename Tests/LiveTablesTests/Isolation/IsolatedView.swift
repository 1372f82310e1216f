import LiveTables

/// A view that stops the tests if it is called off the main actor.
@MainActor final class IsolatedView: TableView {
  let link = TableLink<OneSection, Int>()
  private(set) var turns = 0

  func reload(commit: () -> Void) {
    MainActor.preconditionIsolated()
    commit()
    turns += 1
  }

  func perform(_ stage: BatchUpdate<OneSection, Int>, animation: BatchAnimation, commit: () -> Void) throws {
    MainActor.preconditionIsolated()
    commit()
    turns += 1
  }

  /// Shows two tables and returns the last rows and the number of updates.
  static func showTwoTables() async throws -> (rows: [Int], turns: Int) {
    let view = IsolatedView()
    try await view.withStore { store in
      try await store.submit(TableSnapshot(rows: [1, 2]))
      try await store.submit(TableSnapshot(rows: [2, 3]))
    }
    return (Array(view.link.table), view.turns)
  }
}
