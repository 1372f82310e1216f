import LiveTables
import LiveTablesTesting

/// A strict view that records the tables on screen, and changes that are not allowed.
@MainActor final class ExploredView: TableView {
  let strict = StrictTableView<String, Item>()
  let record: Record
  /// Runs inside every batch and reload, where cells are configured, with the number of the change.
  var configure: (@MainActor (ExploredView, Int) -> Void)?
  /// The faults of the view, by the number of the change.
  var faults: [Int: ViewFault] = [:]
  /// The reason why changes are no longer allowed, or `nil`.
  var isClosed: String?
  /// Whether the user is editing; only the user's edits may be shown during a drag.
  var isEditing = false
  private var isTold = false
  private var changes = 0

  init(_ record: Record) { self.record = record }

  var link: TableLink<String, Item> { strict.link }
  var isReady: Bool { strict.isReady }
  var shownRowCounts: [Int]? { strict.shownRowCounts }

  func reload(commit: () -> Void) {
    tell("a reload") {
      strict.reload {
        commit()
        configure?(self, changes)
      }
    }
  }

  func perform(_ stage: BatchUpdate<String, Item>, animation: BatchAnimation, commit: () -> Void) throws {
    try tell("a batch") {
      strict.fault = faults[changes]
      try strict.perform(stage, animation: animation) {
        commit()
        configure?(self, changes)
      }
    }
  }

  private func tell(_ what: String, _ body: () throws -> Void) rethrows {
    if isTold { record.problem("\(what) inside a change") }
    if link.isInteracting, !isEditing { record.problem("\(what) during a drag") }
    if let isClosed { record.problem("\(what) \(isClosed)") }
    isTold = true
    changes += 1
    defer { isTold = false }
    try body()
    if let violation = strict.violations.last { record.problem("\(what) breaks a rule: \(violation)") }
    if let mismatch = strict.mismatch { record.problem("\(what) is drawn wrong: \(mismatch)") }
    record.show(link.table)
  }
}
