import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesTesting
import Testing

private final class RowItem: NSCollectionViewItem {
  var row: SampleRow?
  var scope: CellScope?
}

private final class SectionView: NSView {
  var section: SampleSection?
  var scope: CellScope?
}

/// Tests random tables in a collection view, with user input, window changes and scrolling.
@Suite("Random tables in collection views", .timeLimit(.minutes(20))) @MainActor struct RandomCollectionTests {
  @MainActor private final class Run {
    let window = NSWindow()
    let collectionView = NSCollectionView()
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 60, height: 210))
    var living: [ObjectIdentifier: CellScope] = [:]
    lazy var binder = CollectionViewBinder<SampleSection, SampleRow>(
      .one(RowItem.self) { [weak self] item, row, context in
        item.row = row
        item.scope = context.scope
        self?.begin(context.scope)
      },
      supplementaries: [
        .header: .choosing { section, _ in
          section.content != 1
            ? .one(SectionView.self) { [weak self] view, section, context in
              view.section = section
              view.scope = context.scope
              self?.begin(context.scope)
            } : .nothing
        }
      ])

    init() {
      let layout = NSCollectionViewFlowLayout()
      layout.itemSize = NSSize(width: 50, height: 30)
      layout.headerReferenceSize = NSSize(width: 50, height: 20)
      collectionView.collectionViewLayout = layout
      scrollView.documentView = collectionView
      window.setContentSize(scrollView.frame.size)
      window.contentView = scrollView
      window.layoutIfNeeded()
    }

    private func begin(_ scope: CellScope) {
      living[ObjectIdentifier(scope)] = scope
      scope.onEnd { [weak self] in self?.living[ObjectIdentifier(scope)] = nil }
    }

    var trouble: String? {
      window.layoutIfNeeded()
      let table = binder.link.table
      if binder.link.selection.mode != .none,
        collectionView.selectionIndexPaths != Set(binder.link.selection.paths.map { IndexPath($0) })
      {
        return "\(collectionView.selectionIndexPaths) are selected instead of \(binder.link.selection.paths)"
      }
      if collectionView.window == nil { return nil }
      let counts = (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
      if counts != table.rowCounts { return "\(counts) items instead of \(table.rowCounts)" }
      var scopes = 0
      for path in collectionView.indexPathsForVisibleItems() {
        let item = collectionView.item(at: path) as? RowItem
        if item?.row != RowPath(path).flatMap({ table[$0] }) {
          return "\(path) shows \(item?.row.map { "\($0)" } ?? "-")"
        }
        if item?.scope?.isEnded != false { return "the scope of \(path) has ended" }
        scopes += 1
      }
      for (index, section) in table.sections.enumerated() {
        let view = collectionView.supplementaryView(
          forElementKind: NSCollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: index))
        guard let view else { continue }
        if section.value.content == 1 {
          if view is SectionView { return "section \(index) has a header" }
        } else {
          if (view as? SectionView)?.section != section.value { return "the header of section \(index) is another" }
          scopes += 1
        }
      }
      return living.count == scopes ? nil : "\(living.count) scopes are alive instead of \(scopes)"
    }
  }

  @Test(
    "visible items show their rows, removed items have no scope, and selected rows stay selected",
    arguments: [RandomTables.Kind(), .duplicates, .small])
  func random(kind: RandomTables.Kind) async throws {
    var batches = 0
    var drops = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var trouble: String?
      var step = 0
      let raised = try await StandInException.recording {
        let run = Run()
        var random = SeededGenerator(seed: seed)
        var tables = RandomTables(seed: seed, kind)
        func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let store = TableStore<SampleSection, SampleRow>()
        let binding = run.binder.attach(to: run.collectionView).bind(
          store, options: BindingOptions(maximumBatchSize: roll(4) == 0 ? 3 : 10_000))
        if roll(2) == 0 { run.binder.link.selection.mode = roll(2) == 0 ? .many : .one }
        run.binder.link.editing.rules =
          .deleting() + .moving(to: .anywhere) + .actions { _ in [.delete("Delete")] }
        while step < 16, trouble == nil {
          step += 1
          let paths = run.collectionView.indexPathsForVisibleItems().sorted()
          switch roll(11) {
          case 0: run.window.contentView = nil
          case 1: run.window.contentView = run.scrollView
          case 2: run.collectionView.scroll(NSPoint(x: 0, y: CGFloat(roll(40) * 9)))
          case 3: if !paths.isEmpty { run.collectionView.standInClick(paths[roll(paths.count)], command: roll(2) == 0) }
          case 4:
            let path = paths.isEmpty ? nil : paths[roll(paths.count)]
            run.collectionView.standInOpenMenu(path).first?.standInChoose()
          case 5:
            guard !paths.isEmpty, let drag = run.collectionView.standInDrag(paths[roll(paths.count)]) else { break }
            let table = tables.next(after: run.binder.link.table)
            async let next = store.submit(table)
            for _ in 0..<roll(20) { await Task.yield() }
            let section = roll(run.collectionView.numberOfSections)
            let item = roll(run.collectionView.numberOfItems(inSection: section) + 1)
            drag.hover(IndexPath(item: item, section: section), roll(2) == 0 ? .on : .before)
            if roll(4) == 0 { drag.cancel() } else if drag.drop() { drops += 1 }
            trouble = run.trouble
            _ = try await next
            if trouble != nil { continue }
          default:
            if case .batch = try await store.submit(tables.next(after: run.binder.link.table)).mode { batches += 1 }
          }
          trouble = run.trouble
        }
        binding.cancel()
        if trouble == nil, !run.living.isEmpty { trouble = "\(run.living.count) scopes are alive after the end" }
      }
      #expect(raised.isEmpty, "seed \(seed), step \(step)")
      #expect(trouble == nil, "seed \(seed), step \(step)")
      if trouble != nil || !raised.isEmpty { return }
    }
    #expect(batches > 2_000)
    #expect(drops > 100)
  }
}
