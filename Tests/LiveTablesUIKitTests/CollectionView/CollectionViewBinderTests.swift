#if canImport(UIKit)
import LiveTables
import LiveTablesUIKit
import LiveTablesTesting
import Testing
import UIKit

@Suite("Binding a collection view") @MainActor struct CollectionViewBinderTests {
  /// A collection view in a window and its binder, as one view.
  @MainActor private final class Bound: TableView {
    let screen = CollectionScreen(height: 40_000)
    let binder = CollectionViewBinder<SampleSection, SampleRow>(
      .one(SampleTile.self) { cell, row, _ in cell.row = row })

    init() { binder.attach(to: screen.view) }

    var link: TableLink<SampleSection, SampleRow> { binder.link }
    var isReady: Bool { binder.isReady }
    var shownRowCounts: [Int]? { binder.shownRowCounts }
    func reload(commit: () -> Void) { binder.reload(commit: commit) }
    func perform(
      _ stage: BatchUpdate<SampleSection, SampleRow>, animation: BatchAnimation, commit: () -> Void
    ) throws { try binder.perform(stage, animation: animation, commit: commit) }
  }

  final class SampleTile: UICollectionViewCell { var row: SampleRow? }

  /// Returns the rows that the cells show.
  private static func shown(_ bound: Bound) -> [[SampleRow?]] {
    let view = bound.screen.view
    view.layoutIfNeeded()
    return (0..<view.numberOfSections).map { section in
      (0..<view.numberOfItems(inSection: section)).map { item in
        let cell = view.cellForItem(at: IndexPath(item: item, section: section))
        return (cell as? SampleTile)?.row
      }
    }
  }

  @Test("A collection view passes the conformance tests, and shows the given tables", arguments: 1...12)
  func conformance(seed: UInt64) async {
    weak var binder: CollectionViewBinder<SampleSection, SampleRow>?
    func make() -> Bound {
      let bound = Bound()
      binder = bound.binder
      return bound
    }
    let report = await TableViewConformance.check(
      seed: seed, count: 25, prepare: { $0.screen.view.layoutIfNeeded() }, shows: Self.shown, make: make)
    #expect(report.problems.isEmpty, "\(report)")
    #expect(binder == nil)
  }

  @Test("bind registers cells itself, and shows the rows of a sequence") func oneLine() async throws {
    let screen = CollectionScreen()
    let (tables, source) = AsyncStream<LetterTable>.makeStream()
    let binding = screen.view.bind(tables, cell: LetterTile.self) { cell, mail, scope in
      cell.mail = mail
      scope.onEnd { cell.mail = nil }
    }
    source.yield(LetterTable([1, 2], [3]))
    source.finish()
    try await binding.finished
    #expect(screen.ids == [1, 2, 3])
  }

  @Test("The rows of a sequence, an observed table and a store are shown") func otherSources() async throws {
    let screen = CollectionScreen()
    let rows = AsyncStream<[Letter]> { $0.finish() }
    CollectionViewBinder(.one(LetterTile.self) { cell, mail, _ in cell.mail = mail }).attach(to: screen.view).bind(
      rows, initial: [4, 5])
    #expect(screen.ids == [4, 5])

    let table = LiveTable(LetterTable([6]))
    let binding = screen.view.bind(table, cell: LetterTile.self) { cell, mail, _ in cell.mail = mail }
    for await _ in binding.changes { break }
    #expect(screen.ids == [6])

    let store = LetterStore()
    CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([7, 8]))
    #expect(screen.ids == [7, 8])
  }

  @Test("A closure creates cells of several kinds") func byHand() async throws {
    let screen = CollectionScreen()
    screen.view.register(LetterTile.self, forCellWithReuseIdentifier: "odd")
    screen.view.register(LetterTile.self, forCellWithReuseIdentifier: "even")
    let rows = AsyncStream<[Letter]> { continuation in
      continuation.yield([1, 2, 3])
      continuation.finish()
    }
    let binder = CollectionViewBinder<OneSection, Letter>(
      .byHand { mail, _, queue in
        let cell = queue.dequeue(LetterTile.self, reuseIdentifier: mail.id % 2 == 0 ? "even" : "odd")
        cell?.mail = mail
        return cell
      })
    try await binder.attach(to: screen.view).bind(rows, options: BindingOptions(animated: false)).finished
    #expect(screen.ids == [1, 2, 3])
    #expect(screen.tile(0, 1)?.reuseIdentifier == "even")
  }

  @Test("A changed row is reconfigured in its cell with the previous row, and no other cell is touched")
  func inPlace() async throws {
    let screen = CollectionScreen()
    let store = LetterStore()
    CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([Letter(1, "a"), Letter(2, "b"), Letter(3, "c")]))
    let (first, second) = (screen.tile(0, 0), screen.tile(0, 1))
    try await store.submit(LetterTable([Letter(3, "c"), Letter(1, "a"), Letter(2, "B")]))
    #expect(screen.mails.map { $0?.subject } == ["c", "a", "B"])
    #expect(screen.tile(0, 1) === first && first?.configurations == 1)
    #expect(screen.tile(0, 2) === second && second?.configurations == 2)
    #expect(second?.previous == Letter(2, "b"))
  }

  @Test("A view is reloaded until it has a window, and performs batches afterwards") func window() async throws {
    let screen = CollectionScreen(isInWindow: false)
    let store = LetterStore()
    let binder = CountingBinder.tiles()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1]))
    let reloads = binder.reloads
    try await store.submit(LetterTable([1, 2]))
    #expect(binder.batches == 0 && binder.reloads == reloads + 1)
    screen.enter()
    #expect(screen.ids == [1, 2])
    try await store.submit(LetterTable([2, 3]))
    #expect(binder.batches == 1 && screen.ids == [2, 3])
    screen.view.removeFromSuperview()
    try await store.submit(LetterTable([4]))
    #expect(binder.batches == 1 && binder.reloads == reloads + 2)
    screen.enter()
    #expect(screen.ids == [4])
  }

  /// A binder that reports wrong row counts.
  final class Liar: CollectionViewBinder<Shelf, Letter> {
    override var shownRowCounts: [Int]? { [99] }
  }

  @Test("A view that reports wrong row counts is reloaded, and later changes are shown") func misreports() async throws
  {
    let screen = CollectionScreen()
    var reports = 0
    let options = BindingOptions(onDiagnostic: { _ in reports += 1 })
    let store = LetterStore()
    Liar(.one(LetterTile.self) { cell, mail, _ in cell.mail = mail }).attach(to: screen.view).bind(
      store, options: options)
    for ids in [[1, 2, 3], [3, 1], [4, 3, 2, 1]] {
      try await store.submit(LetterTable(ids.map { Letter($0) }))
      #expect(screen.ids == ids)
    }
    #expect(reports > 0)
  }

  @Test("Changes do not affect a view that shows another data source") func taken() async throws {
    final class Other: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
      func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell { collectionView.dequeueReusableCell(withReuseIdentifier: "own", for: indexPath) }
    }
    let screen = CollectionScreen()
    let other = Other()
    screen.view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "own")
    let store = LetterStore()
    let binder = CountingBinder.tiles()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2, 3]))
    screen.view.layoutIfNeeded()
    screen.view.dataSource = other
    screen.view.layoutIfNeeded()
    try await store.submit(LetterTable([4]))
    try await store.submit(LetterTable([4, 5], [6]))
    screen.view.layoutIfNeeded()
    #expect(screen.view.numberOfSections == 1 && screen.view.visibleCells.count == 1)
    binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([7, 8]))
    #expect(screen.ids == [7, 8])
  }

  @Test("The collection view releases the binder, its cells and the binding") func released() async throws {
    weak var binder: CountingBinder?
    weak var view: UICollectionView?
    let store = LetterStore()
    var screen: CollectionScreen? = CollectionScreen()
    view = screen?.view
    let binding = try CountingBinder.tiles().attach(to: #require(screen?.view)).bind(store)
    binder = view?.delegate as? CountingBinder
    try await store.submit(LetterTable([1, 2]))
    #expect(binder != nil && screen?.ids == [1, 2])
    screen = nil
    #expect(view == nil && binder == nil)
    try await binding.finished
  }
}
#endif
