import LiveTables
@_spi(Adapters) import LiveTablesTesting
import Testing

/// A row with an identity and something that changes.
struct Item: Diffable, Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var text = ""

  init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }

  var description: String { "\(id)\(text)" }
}

/// A view that writes down what it is told, holds it against the rules that real views have, and misbehaves on demand.
@MainActor
final class TestView<Section: Diffable & Sendable & Equatable, Row: Diffable & Sendable & Equatable>:
  TableView
{
  enum Event: Equatable {
    case reload([[Row]])
    case batch(BatchOperations, [[Row]], animated: Bool)
  }

  let link = TableLink<Section, Row>()
  private(set) var events: [Event] = []
  /// What the view believes to show, as views do: by its own counting, not by its data.
  private var engine = StrictBatchEngine()
  /// Whether the view keeps `events`, and with them all rows it has ever shown.
  var remembers = true
  /// What was done to the view behind everybody's back.
  var tampered: [Int]?
  /// Runs inside every batch and reload, after the commit: where views configure their cells.
  var configure: (@MainActor (TestView) -> Void)?
  /// Runs instead of a batch.
  var perform: (@MainActor (TestView, BatchUpdate<Section, Row>, () -> Void) throws -> Void)?
  /// Called after every event.
  var told: (@MainActor (TestView) -> Void)?

  var isReady: Bool {
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

  var counts: [Int] { engine.shownRowCounts }

  var shownRowCounts: [Int]? { tampered ?? (engine.isReady ? counts : nil) }

  var rows: [[Row]] { link.table.sections.map { Array($0.rows) } }

  func reload(commit: () -> Void) {
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

  func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
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

typealias FlatView = TestView<OneSection, Item>

func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

func flat(_ ids: Int...) -> TableSnapshot<OneSection, Item> { TableSnapshot(rows: items(ids)) }
