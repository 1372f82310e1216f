#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTables
import LiveTablesAppKit
import LiveTablesCells
import LiveTablesTesting
import Testing

/// An item that stores its row.
private final class SampleItem: NSCollectionViewItem {
  var row: SampleRow?
  var scope: CellScope?
  var configured = 0
  override func loadView() { view = NSView() }
}

@Suite("Collection views", .timeLimit(.minutes(20))) @MainActor struct CollectionViewBinderTests {
  private typealias Binder = CollectionViewBinder<SampleSection, SampleRow>

  /// A collection view in a scroll view, with its binder.
  @MainActor private final class Bound: TableView {
    let window = NSWindow()
    let collectionView = NSCollectionView()
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 60, height: 10_000))
    let binder: Binder

    init(
      _ binder: Binder = makeBinder(), delegate: (any NSCollectionViewDelegate)? = nil, isInWindow: Bool = true
    ) {
      self.binder = binder
      collectionView.delegate = delegate
      let layout = NSCollectionViewFlowLayout()
      layout.itemSize = NSSize(width: 50, height: 20)
      collectionView.collectionViewLayout = layout
      scrollView.documentView = collectionView
      window.setContentSize(scrollView.frame.size)
      if isInWindow { window.contentView = scrollView }
      binder.attach(to: collectionView)
      window.layoutIfNeeded()
    }

    var link: TableLink<SampleSection, SampleRow> { binder.link }
    var isReady: Bool { binder.isReady }
    var shownRowCounts: [Int]? { binder.shownRowCounts }
    func reload(commit: () -> Void) { binder.reload(commit: commit) }
    func perform(
      _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
    ) throws { try binder.perform(stage, animation: animation, commit: commit) }

    var ids: [[Int]] { rows.map { $0.map { $0?.id ?? -1 } } }

    var rows: [[SampleRow?]] {
      window.layoutIfNeeded()
      return (0..<collectionView.numberOfSections).map { section in
        (0..<collectionView.numberOfItems(inSection: section)).map {
          (collectionView.item(at: IndexPath(item: $0, section: section)) as? SampleItem)?.row
        }
      }
    }

    func item(_ section: Int, _ item: Int) -> SampleItem? {
      collectionView.item(at: IndexPath(item: item, section: section)) as? SampleItem
    }
  }

  private static func makeBinder() -> Binder {
    Binder(
      .one(SampleItem.self) { item, row, context in
        item.row = row
        item.scope = context.scope
        item.configured += 1
      })
  }

  private func table(_ ids: [[Int]]) -> SampleTable {
    SampleTable(
      sections: ids.enumerated().map { index, ids in
        TableSection(SampleSection(index), rows: ids.map { SampleRow($0) })
      })
  }

  @Test("a missing nib is reported, and a placeholder is shown") func noNib() async throws {
    let bound = Bound(Binder(.one(SampleItem.self, source: .nib("Typo")) { _, _, _ in }))
    var problems: [String] = []
    var options = BindingOptions()
    options.onDiagnostic = { problems.append("\($0)") }
    bound.binder.bind(AsyncStream<SampleTable> { _ in }, initial: table([[1]]), options: options)
    bound.window.layoutIfNeeded()
    #expect(bound.collectionView.item(at: IndexPath(item: 0, section: 0)) != nil)
    #expect(problems.count == 1, "\(problems)")
  }

  #if !canImport(ObjectiveC)
  @Test("batches and reloads are animated only if allowed", arguments: [true, false])
  func animates(isAnimated: Bool) async throws {
    let bound = Bound()
    let store = TableStore<SampleSection, SampleRow>()
    var options = BindingOptions()
    options.isAnimated = isAnimated
    bound.binder.bind(store, options: options)
    try await store.submit(table([[1, 2]]))
    bound.window.layoutIfNeeded()
    bound.collectionView.standInAnimated = []
    try await store.submit(table([[2, 3]]))
    #expect(bound.collectionView.standInAnimated == [isAnimated])
  }
  #endif

  @Test(
    "a collection view passes the conformance tests, checked item by item",
    arguments: [RandomTables.Kind(), .duplicates, .small])
  func conformance(kind: RandomTables.Kind) async {
    for seed in 0..<8 as Range<UInt64> {
      let report = await TableViewConformance.check(
        seed: seed, count: 40, kind, shows: { (view: Bound) in view.rows }, make: { Bound() })
      #expect(report.problems.isEmpty, "\(report)")
      #expect(report.batches > 10)
    }
  }

  @Test("work for rows ends when the rows are replaced during the view's layout") func replacedInLayout() async {
    weak var link: TableLink<SampleSection, SampleRow>?
    var (first, hasEnded) = (nil as CellScope?, false)
    let bound = Bound(
      Binder(
        .one(SampleItem.self) { item, row, context in
          item.row = row
          if row.id == 1 { first = context.scope }
          guard row.id == 2, link?.table.count == 3 else { return }
          link?.edit(.remove(id: 3))
          hasEnded = first?.isEnded == true
        }), isInWindow: false)
    link = bound.binder.link
    bound.binder.show(table([[1, 2, 3]]))
    bound.window.contentView = bound.scrollView
    bound.window.layoutIfNeeded()
    #expect(hasEnded)
    await until { bound.binder.updates.isCurrent }
    #expect(bound.ids == [[1, 2]])
  }

  @Test("the earlier delegate is called for views that appear and disappear during calls from the view")
  func callsOfEarlier() {
    final class Earlier: NSObject, NSCollectionViewDelegate {
      weak var binder: Binder?
      var calls: [Int] = []
      func collectionView(
        _ collectionView: NSCollectionView, willDisplay item: NSCollectionViewItem,
        forRepresentedObjectAt indexPath: IndexPath
      ) { calls.append(binder?.updates.calls ?? 0) }
      func collectionView(
        _ collectionView: NSCollectionView, willDisplaySupplementaryView view: NSView,
        forElementKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
      ) { calls.append(binder?.updates.calls ?? 0) }
    }
    let earlier = Earlier()
    let binder = Binder(
      .one(SampleItem.self) { _, _, _ in }, supplementaries: [.header: .one(NSView.self) { _, _, _ in }])
    earlier.binder = binder
    let bound = Bound(binder, delegate: earlier)
    let layout = bound.collectionView.collectionViewLayout as? NSCollectionViewFlowLayout
    layout?.headerReferenceSize = NSSize(width: 50, height: 20)
    binder.show(table([[1]]))
    bound.window.layoutIfNeeded()
    #expect(earlier.calls.count > 1 && earlier.calls.allSatisfy { $0 == 1 }, "\(earlier.calls)")
  }

  @Test("bind shows rows of a sequence in items of one class, and the first rows before it returns")
  func oneLine() async throws {
    let view = Bound(isInWindow: true)
    let (stream, feed) = AsyncStream.makeStream(of: [SampleRow].self)
    let binding = view.collectionView.bind(stream, initial: [SampleRow(1)], cell: SampleItem.self) { item, row, _ in
      item.row = row
    }
    #expect(view.ids == [[1]])
    var changes = binding.changes.makeAsyncIterator()
    feed.yield([SampleRow(2), SampleRow(1)])
    while view.ids != [[2, 1]], await changes.next() != nil {}
    #expect(view.ids == [[2, 1]])
    feed.finish()
    try await binding.finished
    #expect(view.ids == [[2, 1]])
  }

  @Test("a changed item is reconfigured in place, and no other item is touched") func inPlace() async throws {
    let view = Bound()
    let store = TableStore<SampleSection, SampleRow>()
    let binding = view.binder.attach(to: view.collectionView).bind(store)
    try await store.submit(table([[1, 2, 3], [4]]))
    view.window.layoutIfNeeded()
    let items = (0..<3).map { view.item(0, $0) }
    try await store.edit { editor in
      editor.move(.id(3), to: .before(1))
      editor.update(.id(2)) { $0.content = 5 }
    }
    #expect(view.ids == [[3, 1, 2], [4]])
    #expect([2, 0, 1].map { items[$0] } == (0..<3).map { view.item(0, $0) })
    #expect(items.map { $0?.configured } == [1, 2, 1])
    binding.cancel()
    #expect(items.allSatisfy { $0?.scope?.isEnded == true })
  }

  @Test("a row that code selects is selected in the view, and stays selected when it moves")
  func selection() async throws {
    let view = Bound()
    let store = TableStore<SampleSection, SampleRow>()
    view.binder.attach(to: view.collectionView).bind(store)
    try await store.submit(table([[1, 2, 3]]))
    view.binder.link.selection.mode = .many
    view.binder.link.selection.select(ids: [1, 3])
    #expect(
      view.collectionView.selectionIndexPaths == [IndexPath(item: 0, section: 0), IndexPath(item: 2, section: 0)])
    try await store.submit(table([[3], [9, 1]]))
    #expect(
      view.collectionView.selectionIndexPaths == [IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 1)])
    try await store.submit(table([[9]]))
    #expect(view.collectionView.selectionIndexPaths.isEmpty && view.binder.link.selection.ids.isEmpty)
  }

  @Test("a view without a window is reloaded") func withoutWindow() async throws {
    let view = Bound(isInWindow: false)
    let store = TableStore<SampleSection, SampleRow>()
    view.binder.attach(to: view.collectionView).bind(store)
    try await store.submit(table([[1]]))
    #expect(try await store.submit(table([[1, 2]])).mode == .reload(.viewNotReady))
    view.window.contentView = view.scrollView
    #expect(view.ids == [[1, 2]])
    #expect(try await store.submit(table([[2]])).mode == .batch)
    #expect(try await store.submit(table([[2, 3]])).mode == .batch)
    #expect(view.ids == [[2, 3]])
  }

  @Test("the earlier data source is restored when the binding is cancelled, and nothing retains the view")
  func putBack() async throws {
    final class Earlier: NSObject, NSCollectionViewDataSource {
      func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
      func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
      ) -> NSCollectionViewItem { SampleItem() }
    }
    let earlier = Earlier()
    weak var gone: NSCollectionView?
    do {
      let collectionView = NSCollectionView()
      gone = collectionView
      collectionView.dataSource = earlier
      let silence = AsyncStream<SampleTable> { _ in }
      let binding = Self.makeBinder().attach(to: collectionView).bind(silence, initial: table([[1, 2]]))
      #expect(collectionView.numberOfItems(inSection: 0) == 2)
      binding.cancel()
      #expect(collectionView.dataSource === earlier && collectionView.numberOfItems(inSection: 0) == 0)
      Self.makeBinder().attach(to: collectionView).bind(silence, initial: table([[1]]))
    }
    #expect(gone == nil)
  }
}
#endif
