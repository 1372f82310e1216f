import LiveTables
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

/// A view that writes down what it is told, holds every batch against its own counts, and misbehaves on demand.
@MainActor
final class TestView<Section: Diffable & Sendable & Equatable, Row: Diffable & Sendable & Equatable>:
  TableView
{
  enum Event: Equatable {
    case reload([[Row]])
    case batch(BatchOperations, [[Row]], animated: Bool)
  }

  let link = TableLink<Section, Row>()
  var isReady = true
  /// What the view believes to show, as views do: by its own counting, not by its data.
  private(set) var counts: [Int] = []
  private(set) var events: [Event] = []
  private(set) var isTold = false
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

  var shownRowCounts: [Int]? { tampered ?? counts }

  var rows: [[Row]] { link.table.sections.map { Array($0.rows) } }

  func reload(commit: () -> Void) {
    enter {
      commit()
      counts = link.table.rowCounts
      tampered = nil
      if remembers { events.append(.reload(rows)) }
      configure?(self)
    }
  }

  func perform(_ stage: BatchUpdate<Section, Row>, animated: Bool, commit: () -> Void) throws {
    try enter {
      #expect(isReady, "a batch without a window")
      if let perform { return try perform(self, stage, commit) }
      #expect(link.table.rowCounts == counts, "the data changed outside a batch")
      let before = link.table.rowCounts
      commit()
      let after = link.table.rowCounts
      try stage.operations.validate(before: before, after: after)
      counts = after
      if remembers { events.append(.batch(stage.operations, rows, animated: animated)) }
      configure?(self)
    }
  }

  private func enter(_ body: () throws -> Void) rethrows {
    #expect(!isTold, "told of a change while being told of another")
    isTold = true
    defer {
      isTold = false
      told?(self)
    }
    try body()
  }
}

typealias FlatView = TestView<OneSection, Item>

func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

func flat(_ ids: Int...) -> Table<OneSection, Item> { Table(rows: items(ids)) }
