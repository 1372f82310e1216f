import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesAppKit
import LiveTablesTesting
import LiveTablesOperators
import Testing

private struct Node: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var content = 0
}

private final class NodeCell: NSTableCellView {
  var row: OutlineRow<Node>?
  var scope: CellScope?
}

/// An outline with random changes.
@MainActor private struct RandomOutline {
  var outline = Outline<Node>()
  var random: SeededGenerator
  private var next = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func anyID() -> Int? {
    outline.tree.isEmpty ? nil : Array(outline.tree.depthFirst)[roll(outline.tree.count)].value.id
  }

  private mutating func place() -> TreePlace<Int> {
    let parent = roll(3) == 0 ? nil : anyID()
    let count = (parent.map { outline.tree.children(of: $0)?.count ?? 0 }) ?? outline.tree.roots.count
    return TreePlace(under: parent, at: roll(count + 1))
  }

  /// Performs several edits, or expands or collapses nodes.
  mutating func step() {
    switch roll(6) {
    case 0: if let id = anyID() { outline.toggle(id) }
    case 1: if let id = anyID() { outline.reveal(id) }
    case 2 where roll(3) == 0: if roll(2) == 0 { outline.expandAll() } else { outline.collapseAll() }
    default:
      var tree = outline.tree
      for _ in 0...roll(5) {
        switch roll(6) {
        case 0: if let id = anyID() { tree.remove(id) }
        case 1, 2: if let id = anyID() { tree.move(id, to: place()) }
        case 3: if let id = anyID() { tree.update(id) { $0.content += 1 } }
        default:
          next += 1
          tree.insert(Node(id: next), at: place())
        }
      }
      outline.edit { $0 = tree }
    }
  }
}

/// Tests random outlines in an outline view, with user input and window changes.
@Suite("Random outlines in outline views", .timeLimit(.minutes(20))) @MainActor struct RandomOutlineTests {
  /// A bound outline view in a window.
  @MainActor private final class Bound: TableView {
    let window = NSWindow()
    let outlineView = NSOutlineView()
    let scrollView: NSScrollView
    let binder: OutlineViewBinder<Node>
    let empty = NSView(frame: .zero)
    var living: [ObjectIdentifier: CellScope] = [:]

    init(height: CGFloat) {
      scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: height))
      outlineView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
      scrollView.documentView = outlineView
      window.setContentSize(scrollView.frame.size)
      window.contentView = scrollView
      window.layoutIfNeeded()
      let box = Box()
      binder = OutlineViewBinder(
        .one(NodeCell.self) { cell, row, context in
          cell.row = row
          cell.scope = context.scope
          box.begin?(context.scope)
        })
      box.begin = { [weak self] scope in
        self?.living[ObjectIdentifier(scope)] = scope
        scope.onEnd { self?.living[ObjectIdentifier(scope)] = nil }
      }
      binder.accessories.emptyView = empty
      binder.attach(to: outlineView)
    }

    @MainActor private final class Box {
      var begin: ((CellScope) -> Void)?
    }

    var link: TableLink<OneSection, OutlineRow<Node>> { binder.link }
    var isReady: Bool { binder.isReady }
    var shownRowCounts: [Int]? { binder.shownRowCounts }
    func reload(commit: () -> Void) { binder.reload(commit: commit) }
    func perform(
      _ stage: BatchUpdate<OneSection, OutlineRow<Node>>, animation: BatchAnimation, commit: () -> Void
    ) throws { try binder.perform(stage, animation: animation, commit: commit) }

    /// The cells on screen.
    var cells: [NodeCell?] {
      window.layoutIfNeeded()
      return (0..<outlineView.numberOfRows).map {
        outlineView.view(atColumn: 0, row: $0, makeIfNecessary: false) as? NodeCell
      }
    }

    var trouble: String? {
      let table = link.table
      let cells = cells
      if cells.count != table.count { return "\(cells.count) rows instead of \(table.count)" }
      for (index, row) in table.enumerated() {
        if outlineView.level(forRow: index) != row.depth {
          return "\(row) has the level \(outlineView.level(forRow: index))"
        }
        if outlineView.isItemExpanded(outlineView.item(atRow: index)) != row.isExpanded {
          return "\(row) is not as expanded"
        }
      }
      if link.selection.mode != .none, outlineView.selectedRowIndexes != IndexSet(link.selection.paths.map(\.row)) {
        return "\(Array(outlineView.selectedRowIndexes)) are selected instead of \(link.selection.paths)"
      }
      if (empty.superview === outlineView) != (table.isEmpty && link.revision > 0) { return "something else is empty" }
      if outlineView.window == nil { return nil }
      let range = outlineView.rows(in: outlineView.visibleRect)
      for index in range.location..<range.location + range.length {
        let row = table[RowPath(section: 0, row: index)]
        if cells[index]?.row != row { return "\(index) shows \(cells[index]?.row.map { "\($0)" } ?? "nothing")" }
        if cells[index]?.scope?.isEnded != false { return "the scope of \(index) has ended" }
      }
      return living.count == range.length ? nil : "\(living.count) scopes are alive instead of \(range.length)"
    }
  }

  @Test("an outline view passes the conformance tests, checked cell by cell") func conformance() async {
    for seed in 0..<20 as Range<UInt64> {
      var random = RandomOutline(seed: seed)
      var tables = [random.outline.table]
      for _ in 0..<40 {
        random.step()
        tables.append(random.outline.table)
      }
      let report = await TableViewConformance.check(
        tables, shows: { view in view.link.table.sections.isEmpty ? [] : [view.cells.map { $0?.row }] },
        make: { Bound(height: 20_000) })
      #expect(report.problems.isEmpty, "seed \(seed): \(report)")
      #expect(report.batches > 10)
    }
  }

  @Test("every row is at its place, expanded as it should be, and in the right cell")
  func random() async throws {
    var batches = 0
    var moves = 0
    for seed in 0..<2_000 as Range<UInt64> {
      var trouble: String?
      var step = 0
      let raised = try await StandInException.recording {
        let view = Bound(height: 24 * 9)
        var random = RandomOutline(seed: seed)
        let store = TableStore<OneSection, OutlineRow<Node>>(random.outline.table)
        let binding = view.binder.attach(to: view.outlineView).bind(
          store, options: BindingOptions(maximumBatchSize: seed % 5 == 0 ? 4 : 10_000))
        if random.roll(2) == 0 { view.link.selection.mode = random.roll(2) == 0 ? .many : .one }
        var wish: (id: Int, isExpanded: Bool)?
        view.binder.onExpansion = { wish = ($0, $1) }
        var move: (id: Int, place: TreePlace<Int>)?
        view.binder.onMove = { move = ($0, $1) }
        view.link.editing.rules = .moving(to: .anywhere)
        while step < 16, trouble == nil {
          step += 1
          let row = random.roll(max(1, view.outlineView.numberOfRows))
          switch random.roll(14) {
          case 0: view.window.contentView = nil
          case 1: view.window.contentView = view.scrollView
          case 2: view.outlineView.scroll(NSPoint(x: 0, y: CGFloat(random.roll(30) * 11)))
          case 3: view.outlineView.standInClick(row, random.roll(2) == 0 ? .command : .shift)
          case 4:
            view.outlineView.standInToggle(row)
            if let wish {
              if wish.isExpanded { random.outline.expand(wish.id) } else { random.outline.collapse(wish.id) }
            }
            wish = nil
          case 5, 6:
            guard let drag = view.outlineView.standInDrag(row) else { break }
            let parent = random.roll(3) == 0 ? nil : random.roll(view.outlineView.numberOfRows)
            drag.hover(under: parent, at: random.roll(3) == 0 ? nil : random.roll(4))
            if random.roll(4) == 0 { drag.cancel() } else { drag.drop() }
            guard let (id, place) = move else { break }
            move = nil
            let old = random.outline.tree.place(of: id)
            random.outline.edit { tree in if tree.move(id, to: place) { moves += 1 } }
            let new = random.outline.tree.place(of: id)
            if old == new || new != place { trouble = "\(id) cannot move to \(place)" }
            if trouble != nil { continue }
          default: random.step()
          }
          if case .batch = try await store.submit(random.outline.table).mode { batches += 1 }
          view.window.layoutIfNeeded()
          trouble = view.trouble
        }
        binding.cancel()
        if trouble == nil, !view.living.isEmpty { trouble = "\(view.living.count) scopes are alive after the end" }
      }
      #expect(raised.isEmpty, "seed \(seed), step \(step)")
      #expect(trouble == nil, "seed \(seed), step \(step)")
      if trouble != nil || !raised.isEmpty { return }
    }
    #expect(batches > 5_000)
    #expect(moves > 200)
  }
}
