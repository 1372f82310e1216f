import LiveTables

/// A view that keeps every table that it has shown as a whole.
final class FramedView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView, BindingFollower {
  let link = TableLink<Section, Row>()
  private(set) var frames: [TableSnapshot<Section, Row>] = []
  /// The number of the user's edits, as the test counts them, and that number at each frame.
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
