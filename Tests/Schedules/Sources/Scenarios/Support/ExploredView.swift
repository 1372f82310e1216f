import LiveTables

/// A view that believes nothing: it shows what the batches make of what it showed before, and compares.
@MainActor final class ExploredView: TableView {
  let link = TableLink<String, Item>()
  let record: Record
  /// Whether it has a window.
  var isReady = true
  /// What is on screen by the view's own counting.
  private(set) var screen = Items()
  /// Runs inside every batch and reload, where cells are configured; it is given the number of the change.
  var configure: (@MainActor (ExploredView, Int) -> Void)?
  /// Throws instead of showing a batch.
  var refusal: (@MainActor (Int) -> (any Error)?)?
  /// Set when nothing may change any more, with the reason.
  var isClosed: String?
  /// Whether the user is changing something: that alone may be shown during a drag.
  var isEditing = false
  private var isTold = false
  private var changes = 0

  init(_ record: Record) { self.record = record }

  var shownRowCounts: [Int]? { screen.rowCounts }

  func reload(commit: () -> Void) {
    tell("a reload") {
      commit()
      screen = link.table
    }
  }

  func perform(_ stage: BatchUpdate<String, Item>, animated: Bool, commit: () -> Void) throws {
    if let refusal = refusal?(changes + 1) {
      changes += 1
      throw refusal
    }
    tell("a batch") {
      if !isReady { record.problem("a batch without a window") }
      if link.table != screen { record.problem("changed outside a batch: \(screen.text) to \(link.table.text)") }
      commit()
      do {
        try stage.operations.validate(before: screen.rowCounts, after: link.table.rowCounts)
      } catch {
        record.problem("\(error) in \(stage.operations)")
      }
      let result = Replay.result(of: stage.operations, on: screen, with: link.table)
      if result != link.table {
        record.problem("\(stage.operations) makes \(result.text) of \(screen.text), not \(link.table.text)")
      }
      screen = link.table
    }
  }

  private func tell(_ what: String, _ body: () -> Void) {
    if isTold { record.problem("\(what) inside a change") }
    if link.isInteracting, !isEditing { record.problem("\(what) during a drag") }
    if let isClosed { record.problem("\(what) \(isClosed)") }
    isTold = true
    defer { isTold = false }
    changes += 1
    body()
    record.show(screen)
    configure?(self, changes)
  }
}
