package import LiveTables
import LiveTablesTesting
import Testing

/// A view that records its events, checks them against the rules of real views, and misbehaves on demand.
@MainActor
package final class TestView<Section: Diffable & Sendable & Equatable, Row: Diffable & Sendable & Equatable>:
  TableView
{
  package enum Event: Equatable {
    case reload([[Row]])
    case batch(BatchOperations, [[Row]], animated: Bool)
  }

  package let link = TableLink<Section, Row>()
  package private(set) var events: [Event] = []
  /// The state that the view derives from batches by counting, as real views do, and not from its data.
  private var engine = StrictBatchEngine()
  /// Whether the view keeps `events`, and with them all rows that it has shown.
  package var remembers = true
  /// The row counts after other code has changed the view, or `nil`.
  package var tampered: [Int]?
  /// Runs inside every batch and reload, after the commit, where views configure their cells.
  package var configure: (@MainActor (TestView) -> Void)?
  /// Runs instead of a batch.
  package var perform: (@MainActor (TestView, BatchUpdate<Section, Row>, () -> Void) throws -> Void)?
  /// Called after every event.
  package var told: (@MainActor (TestView) -> Void)?

  package init() {}

  package var isReady: Bool {
    get { engine.isReady }
    set {
      if newValue {
        engine.enterWindow()
        engine.layOut(rowCounts: link.table.rowCounts)
      } else {
        engine.leaveWindow()
      }
    }
  }

  package var counts: [Int] { engine.shownRowCounts }

  package var shownRowCounts: [Int]? { tampered ?? (engine.isReady ? counts : nil) }

  package var rows: [[Row]] { link.table.sections.map { Array($0.rows) } }

  package func reload(commit: () -> Void) {
    do {
      try engine.reloadData()
    } catch {
      Issue.record(error)
    }
    commit()
    engine.layOut(rowCounts: link.table.rowCounts)
    tampered = nil
    if remembers { events.append(.reload(rows)) }
    configure?(self)
    told?(self)
  }

  package func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    if let perform { return try perform(self, stage, commit) }
    do {
      try engine.beginBatch(rowCounts: link.table.rowCounts)
      commit()
      try engine.check(stage.operations, rowCounts: link.table.rowCounts)
    } catch {
      Issue.record(error)
      throw error
    }
    if remembers { events.append(.batch(stage.operations, rows, animated: animation.isAnimated)) }
    configure?(self)
    engine.endBatch()
    told?(self)
  }
}

package typealias FlatView = TestView<OneSection, Item>

/// Binds a view to a store, runs `body` after the first table is on screen, and waits until the binding ends.
@MainActor package func withBinding<View: TableView, Result>(
  _ view: View, _ store: TableStore<View.Section, View.Row>, options: BindingOptions = BindingOptions(),
  _ body: (TableBinding<View.Section, View.Row>) async throws -> Result
) async throws -> Result {
  let binding = view.bind(store, options: options)
  await until { view.link.revision > 0 }
  let result: Result
  do {
    result = try await body(binding)
  } catch {
    binding.cancel()
    throw error
  }
  binding.cancel()
  try await binding.finished
  return result
}
