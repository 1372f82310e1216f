import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

/// A cell that stores its row and counts its configurations.
private final class SampleCell: HeadlessCell {
  var row: SampleRow?
  var scope: CellScope?
  var task: Task<Void, Never>?
  var configured = 0
}

private final class SampleHeader: HeadlessCell {
  var section: SampleSection?
  var scope: CellScope?
  var configured = 0
}

@Suite("Cells of random tables", .timeLimit(.minutes(20))) @MainActor
struct RandomCellsTests {
  private typealias View = HeadlessTableView<SampleSection, SampleRow>

  /// The scopes that have not ended.
  @MainActor private final class Living {
    var scopes: [ObjectIdentifier: CellScope] = [:]
    func begin(_ scope: CellScope) {
      scopes[ObjectIdentifier(scope)] = scope
      scope.onEnd { [unowned self] in scopes[ObjectIdentifier(scope)] = nil }
    }
  }

  private func makeView(_ living: Living, heldCells: Int, height: Double = 200) -> View {
    let provider = CellProvider<SampleSection, SampleRow, HeadlessCell>.one(SampleCell.self) { cell, row, context in
      #expect(cell.scope?.isEnded != false && cell.task?.isCancelled != false, "a cell is configured in an old scope")
      #expect(context.previous == nil || context.previous?.id == row.id && cell.row == context.previous)
      cell.row = row
      cell.text = "\(row)"
      cell.configured += 1
      cell.scope = context.scope
      let task = Task { await Gate().wait() }
      cell.task = task
      context.scope.onEnd { task.cancel() }
      living.begin(context.scope)
    }
    let header = CellProvider<SampleSection, SampleSection, HeadlessCell>.one(SampleHeader.self) {
      view, section, context in
      #expect(view.scope?.isEnded != false)
      view.section = section
      view.configured += 1
      view.scope = context.scope
      living.begin(context.scope)
    }
    let view = View(provider, supplementaries: [.header: header], height: height)
    view.heldCells = heldCells
    return view
  }

  /// The state of a row's cell before a change.
  private struct Before {
    let row: SampleRow
    let cell: SampleCell
    let configured: Int
  }

  private func cells(_ view: View) -> [(RowPath, Before)] {
    view.visiblePaths.compactMap { path in
      guard let row = view.link.table[path], let cell = view.cell(at: path) as? SampleCell else { return nil }
      return (path, Before(row: row, cell: cell, configured: cell.configured))
    }
  }

  /// Returns a problem with the visible cells, if any.
  private func problem(_ view: View, _ living: Living) -> String? {
    if let mismatch = view.mismatch ?? view.violations.first?.description { return mismatch }
    var scopes = 0
    for element in view.visibleElements {
      switch element {
      case .row(let path):
        guard let cell = view.cell(at: path) as? SampleCell else { return "\(path) has no cell" }
        if cell.row != view.link.table[path] { return "\(path) shows \(cell.text)" }
        if cell.scope?.isEnded != false { return "the scope of \(path) has ended" }
        scopes += 1
      case .supplementary(let place):
        guard let header = view.supplementaryView(.header, section: place.section) as? SampleHeader else {
          return "section \(place.section) has no header"
        }
        if header.section != view.link.table.sections[place.section].value { return "the header of \(place) is old" }
        if header.scope?.isEnded != false { return "the scope of \(place) has ended" }
        scopes += 1
      default: continue
      }
    }
    return living.scopes.count == scopes ? nil : "\(living.scopes.count) scopes are alive instead of \(scopes)"
  }

  @Test(
    "every visible cell shows its row in an open scope, and removed rows have no scope",
    arguments: [(RandomTables.Kind(), 0), (.duplicates, 0), (RandomTables.Kind(), 3), (.small, 2)])
  func random(kind: RandomTables.Kind, heldCells: Int) async throws {
    for seed in 0..<25 as Range<UInt64> {
      let living = Living()
      let view = makeView(living, heldCells: heldCells)
      var generator = SeededGenerator(seed: seed)
      let store = TableStore<SampleSection, SampleRow>()
      let binding = view.bind(store)
      for (step, table) in RandomTables.series(seed: seed, count: 30, kind).enumerated() {
        try await store.submit(table)
        let found = problem(view, living)
        #expect(found == nil, "seed \(seed), step \(step)")
        view.scroll(to: Double(Int.random(in: 0...10, using: &generator)) * 50)
        #expect(problem(view, living) == nil, "seed \(seed), step \(step), scrolled")
        if found != nil { return }
      }
      binding.cancel()
      #expect(living.scopes.isEmpty)
    }
  }

  @Test(
    "unchanged rows keep their cells, and only changed or moved rows are reconfigured",
    arguments: [RandomTables.Kind(), .duplicates, .small])
  func untouched(kind: RandomTables.Kind) async throws {
    var kept = 0
    for seed in 100..<140 as Range<UInt64> {
      let view = makeView(Living(), heldCells: 0, height: 10_000)
      let store = TableStore<SampleSection, SampleRow>()
      let binding = view.bind(store)
      for (step, table) in RandomTables.series(seed: seed, count: 20, kind).enumerated() {
        let before = cells(view)
        let applied = try await store.submit(table)
        let maps = applied.changeset.stages.map { PathMap($0.operations) }
        if applied.mode != .batch { continue }
        for (source, old) in before {
          var entered = 0
          let target = maps.reduce(source as RowPath?) { path, map in
            guard let path, let target = map.target(of: path) else { return nil }
            if target.section != map.target(ofSection: path.section) { entered += 1 }
            return target
          }
          guard let path = target else { continue }
          kept += 1
          let changes = (table[path] == old.row ? 0 : 1) + entered
          #expect(view.cell(at: path) === old.cell, "seed \(seed), step \(step), \(path)")
          #expect(old.cell.configured == old.configured + changes, "seed \(seed), step \(step), \(path)")
        }
      }
      binding.cancel()
    }
    #expect(kept > 1000)
  }

  @Test("the headless view passes the conformance tests, checked cell by cell", arguments: [0, 3])
  func conformance(heldCells: Int) async {
    let report = await TableViewConformance.check(
      seed: 5, count: 80,
      shows: { (view: View) in
        view.link.table.sections.enumerated().map { index, section in
          section.rows.indices.map { row in
            let path = RowPath(section: index, row: row)
            view.scroll(to: path, at: .middle, animated: false)
            return (view.cell(at: path) as? SampleCell)?.row
          }
        }
      },
      make: { makeView(Living(), heldCells: heldCells) })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)
  }
}
