import LiveTables

/// A view that records its table each time it becomes idle.
final class FramedView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView, BindingFollower {
  let link = TableLink<Section, Row>()
  private(set) var frames: [TableSnapshot<Section, Row>] = []
  /// The number of the user's edits, which the test sets; `counts` has this number for each frame.
  var edits = 0
  private(set) var counts: [Int] = []

  init() { link.follow(self) }

  func reload(commit: () -> Void) { commit() }

  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) { commit() }

  func bindingBegan() {}

  func bindingEnded(_ reason: EndReason) {}

  func viewDidBecomeIdle() {
    frames.append(link.table)
    counts.append(edits)
  }

  func path(of id: Row.Identity) -> RowPath? { link.table.path(of: id) }
}

extension FramedView where Row: Identifiable {
  var ids: [Row.ID] { link.table.map(\.id) }
}
