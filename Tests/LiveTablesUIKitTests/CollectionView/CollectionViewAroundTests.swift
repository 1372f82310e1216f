#if canImport(UIKit)
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

@Suite("Collection view: headers, sizes and other views") @MainActor struct CollectionViewAroundTests {
  typealias Views = [SupplementaryKind: CellProvider<Shelf, Shelf, UICollectionReusableView>]

  private static func headers() -> Views {
    [
      .header: .choosing { section, _ in
        section.name != nil ? .one(ShelfBand.self) { band, folder, _ in band.name = folder.name ?? "" } : .nothing
      }
    ]
  }

  private func table(_ names: String...) -> LetterTable {
    TableSnapshot(
      sections: names.enumerated().map {
        TableSection(Shelf($0, $1.isEmpty ? nil : $1), rows: [Letter($0 * 10), Letter($0 * 10 + 1)])
      })
  }

  @Test("Sections with a header show it, and a changed header is reconfigured in place") func headers() async throws {
    let screen = CollectionScreen()
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let store = LetterStore()
    CountingBinder.tiles(Self.headers()).attach(to: screen.view).bind(store)
    try await store.submit(table("inbox", ""))
    let band = screen.band(0)
    #expect(band?.name == "inbox" && screen.band(1) == nil)
    #expect(screen.tile(1, 0)?.frame.minY == 108)
    try await store.submit(table("Inbox", ""))
    #expect(screen.band(0) === band && band?.name == "Inbox")
    try await store.submit(table("Inbox", "archive"))
    #expect(screen.band(1)?.name == "archive")
    #expect(screen.tile(1, 0)?.frame.minY == 128)
    try await store.submit(table("", "archive"))
    #expect(screen.band(0) == nil && screen.band(1)?.name == "archive")
  }

  @Test("A supplementary view of another class replaces the current one") func designs() async throws {
    final class Warning: UICollectionReusableView {}
    let screen = CollectionScreen()
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let store = LetterStore()
    let plain = CellProvider<Shelf, Shelf, UICollectionReusableView>.one(ShelfBand.self) { band, folder, _ in
      band.name = folder.name ?? ""
    }
    let warning = CellProvider<Shelf, Shelf, UICollectionReusableView>.one(Warning.self) { _, _, _ in }
    CountingBinder.tiles([.header: .keyed([true: warning, false: plain]) { folder, _ in folder.name == "!" }]).attach(
      to: screen.view
    ).bind(store)
    try await store.submit(table("inbox"))
    #expect(screen.band(0)?.name == "inbox")
    try await store.submit(table("!"))
    screen.view.layoutIfNeeded()
    let path = IndexPath(item: 0, section: 0)
    #expect(
      screen.view.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: path) is Warning)
  }

  @Test("Sizes of rows and headers apply along the scrolling direction")
  func sizes() async throws {
    let screen = CollectionScreen()
    let binder = CountingBinder.tiles(Self.headers())
    var sizes = TableSizes<Shelf, Letter>()
    sizes[.row, in: 0] = 100
    sizes[.header, in: 0] = 30
    sizes.setRow { mail, _ in mail.subject == "long" ? 60 : nil }
    binder.sizes = sizes
    let store = LetterStore()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(table("inbox", "archive"))
    #expect(screen.tile(0, 0)?.frame.height == 100 && screen.tile(0, 0)?.frame.minY == 30)
    #expect(screen.tile(1, 0)?.frame.height == 44)
    var longer = table("inbox", "archive")
    longer.replace(at: RowPath(section: 1, row: 0), with: Letter(10, "long"))
    try await store.submit(longer)
    #expect(screen.tile(1, 0)?.frame.height == 60)
    binder.sizes?[.row, in: 0] = 70
    #expect(screen.tile(0, 0)?.frame.height == 70 && screen.tile(1, 0)?.frame.height == 60)
    binder.sizes = nil
    #expect(screen.tile(0, 0)?.frame.height == 44)
  }

  @Test("An empty or loading table shows its view, and the original background is restored")
  func background() async throws {
    let screen = CollectionScreen()
    let own = UIView()
    screen.view.backgroundView = own
    let binder = CountingBinder.tiles()
    let (empty, waiting) = (UIView(), UIView())
    binder.accessories = TableAccessories(emptyView: empty, loadingView: waiting)
    let store = LetterStore()
    let binding = binder.attach(to: screen.view).bind(store)
    #expect(screen.view.backgroundView === waiting)
    try await store.submit(LetterTable())
    #expect(screen.view.backgroundView === empty)
    try await store.submit(LetterTable([1]))
    #expect(screen.view.backgroundView === own)
    binding.cancel()
    #expect(screen.view.backgroundView === own)
  }

  @Test("An index title scrolls to its section") func index() async throws {
    let screen = CollectionScreen()
    let binder = CollectionViewBinder<HeaderFooter, Letter>(.one(LetterTile.self) { cell, mail, _ in cell.mail = mail })
    let store = TableStore<HeaderFooter, Letter>()
    binder.attach(to: screen.view).bind(store)
    var sections = ["a", "b", "c"].map { TableSection(HeaderFooter($0, header: $0), rows: [Letter(1)]) }
    sections[1].value.indexTitle = "B"
    sections[2].value.indexTitle = "C"
    try await store.submit(TableSnapshot(sections: sections))
    #expect(binder.indexTitles(for: screen.view) == ["B", "C"])
    #expect(
      binder.collectionView(screen.view, indexPathForIndexTitle: "C", at: 1) == IndexPath(item: 0, section: 2))
    sections[2] = TableSection(sections[2].value, rows: [])
    try await store.submit(TableSnapshot(sections: sections))
    #expect(
      binder.collectionView(screen.view, indexPathForIndexTitle: "C", at: 1) == IndexPath(item: 0, section: 1),
      "a section without rows has no item")
    for section in sections.indices { sections[section] = TableSection(sections[section].value, rows: []) }
    try await store.submit(TableSnapshot(sections: sections))
    #expect(binder.indexTitles(for: screen.view) == ["B", "C"])
    #expect(
      binder.collectionView(screen.view, indexPathForIndexTitle: "C", at: 1) == IndexPath(index: 2),
      "no section has an item")
    #expect(CountingBinder.tiles().indexTitles(for: screen.view) == nil)
  }

  @Test("The first visible row stays in place when rows are inserted above it") func stays() async throws {
    let screen = CollectionScreen()
    let store = LetterStore()
    CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable((0..<50).map { Letter($0) }))
    screen.view.layoutIfNeeded()
    screen.view.setContentOffset(CGPoint(x: 0, y: 10 * 44 + 10), animated: false)
    #expect(screen.ids.first == 10)
    try await store.submit(LetterTable([100, 101] + (0..<50).map { Letter($0) }))
    #expect(screen.ids.first == 10)
    #expect(screen.view.contentOffset.y == 538)
    var options = BindingOptions()
    options.alwaysReloads = true
    let next = LetterStore()
    CountingBinder.tiles().attach(to: screen.view).bind(next, options: options)
    try await next.submit(LetterTable((0..<50).map { Letter($0) }))
    screen.view.layoutIfNeeded()
    screen.view.setContentOffset(CGPoint(x: 0, y: 450), animated: false)
    #expect(screen.ids.first == 10)
    try await next.submit(LetterTable([7, 100, 101] + (8..<50).map { Letter($0) }))
    #expect(screen.ids.first == 10 && screen.view.contentOffset.y == 230)
  }

  @Test("Prefetching for a row ends when the view cancels it") func prefetching() async throws {
    let screen = CollectionScreen()
    let binder = CountingBinder.tiles()
    var log: [String] = []
    binder.prefetch = { mail, scope in
      log.append("begin \(mail.id)")
      scope.onEnd { log.append("end \(mail.id)") }
    }
    let store = LetterStore()
    let binding = binder.attach(to: screen.view).bind(store)
    #expect(screen.view.prefetchDataSource === binder)
    try await store.submit(LetterTable([1, 2, 3]))
    let paths = [IndexPath(item: 0, section: 0), IndexPath(item: 2, section: 0)]
    binder.collectionView(screen.view, prefetchItemsAt: paths)
    binder.collectionView(screen.view, cancelPrefetchingForItemsAt: [paths[0]])
    #expect(log == ["begin 1", "begin 3", "end 1"])
    binding.cancel()
    #expect(log.last == "end 3")
  }

  @Test(
    "A cancelled binding starts no prefetching, but a finished one and the next one do")
  func prefetchingIsOver() async throws {
    let screen = CollectionScreen()
    let binder = CountingBinder.tiles()
    var begun: [Int] = []
    binder.prefetch = { mail, _ in begun.append(mail.id) }
    let store = LetterStore()
    let binding = binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2, 3]))
    func expect(_ item: Int) {
      binder.collectionView(screen.view, prefetchItemsAt: [IndexPath(item: item, section: 0)])
    }
    binding.cancel()
    expect(0)
    #expect(begun == [] && screen.ids == [1, 2, 3])
    let next = binder.bind(AsyncStream { $0.finish() }, initial: LetterTable([4, 5, 6]))
    expect(1)
    try await next.finished
    expect(2)
    #expect(begun == [5, 6])
    binder.bind(AsyncStream { $0.finish() }, initial: LetterTable([7])).cancel()
    expect(0)
    #expect(begun == [5, 6])
  }

  @Test("A row that cannot be shown is reported, and a placeholder is shown") func problems() async throws {
    let screen = CollectionScreen()
    var problems: [String] = []
    var options = BindingOptions()
    options.onDiagnostic = { problems.append("\($0.problem)") }
    let made = CellProvider<Shelf, Letter, UICollectionViewCell>.one(
      LetterTile.self, reuseIdentifier: "made", source: .factory { _ in LetterTile() }
    ) { cell, mail, _ in cell.mail = mail }
    let binder = CollectionViewBinder<Shelf, Letter>(.choosing { mail, _ in mail.id == 1 ? made : nil })
    let store = LetterStore()
    binder.attach(to: screen.view).bind(store, options: options)
    try await store.submit(LetterTable([1, 2]))
    screen.view.layoutIfNeeded()
    #expect(screen.view.visibleCells.count == 2)
    #expect(problems.count == 2)
  }
}
#endif
