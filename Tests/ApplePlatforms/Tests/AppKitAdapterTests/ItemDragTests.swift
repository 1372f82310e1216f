import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import Testing

@testable import LiveTablesAppKit

@Suite("Dragging items in a collection view", .timeLimit(.minutes(20))) @MainActor struct ItemDragTests {
  private let window = NSWindow()
  private let collectionView = NSCollectionView()
  private let binder = CollectionViewBinder<SampleSection, SampleRow>(.one(NSCollectionViewItem.self) { _, _, _ in })

  init() {
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = NSSize(width: 50, height: 20)
    collectionView.collectionViewLayout = layout
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 60, height: 1_000))
    scrollView.documentView = collectionView
    window.setContentSize(scrollView.frame.size)
    window.contentView = scrollView
  }

  private func table(_ sections: [[Int]]) -> SampleTable {
    SampleTable(
      sections: sections.enumerated().map { index, ids in
        TableSection(SampleSection(index), rows: ids.map { SampleRow($0) })
      })
  }

  private var ids: [[Int]] { binder.link.table.sections.map { $0.rows.map(\.id) } }

  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

  @Test("the gap for a dropped item is shown between items") func gap() {
    binder.attach(to: collectionView).bind(AsyncStream<SampleTable> { _ in }, initial: table([[1, 2]]))
    window.layoutIfNeeded()
    let view = binder.collectionView(
      collectionView, viewForSupplementaryElementOfKind: NSCollectionView.elementKindInterItemGapIndicator,
      at: path(0, 1))
    #expect(view is DropGapView)
  }

  @Test("an item moves into another section, even if it is empty, and only to allowed destinations") func moves() throws
  {
    binder.attach(to: collectionView).bind(AsyncStream<SampleTable> { _ in }, initial: table([[1, 2, 3], [], [4]]))
    window.layoutIfNeeded()
    #expect(collectionView.standInDrag(path(0, 0)) == nil, "nothing can be dragged unless said otherwise")
    binder.link.editing.rules = .moving(to: .anywhere)
    var drag = try #require(collectionView.standInDrag(path(0, 0)))
    #expect(binder.link.isInteracting)
    #expect(drag.hover(path(0, 0)) == nil && drag.hover(path(0, 1)) == nil, "there it is already")
    #expect(drag.hover(path(0, 2), .on) == path(0, 2), "on an item means before it")
    #expect(drag.hover(path(1, 0)) == path(1, 0))
    #expect(drag.drop() && !binder.link.isInteracting)
    #expect(ids == [[2, 3], [1], [4]])
    window.layoutIfNeeded()
    drag = try #require(collectionView.standInDrag(path(0, 0)))
    #expect(drag.hover(path(0, 2)) == path(0, 2) && drag.drop())
    #expect(ids == [[3, 2], [1], [4]], "behind the last one")
    binder.link.editing.rules = .moving(to: .sameSection)
    drag = try #require(collectionView.standInDrag(path(0, 1)))
    #expect(drag.hover(path(2, 0)) == nil, "the nearest place in its section is its own")
    drag.cancel()
    drag = try #require(collectionView.standInDrag(path(0, 0)))
    #expect(drag.hover(path(2, 1)) == path(0, 2), "it is shown where it may go")
    #expect(drag.drop() && ids == [[2, 3], [1], [4]])
    drag = try #require(collectionView.standInDrag(path(0, 0)))
    drag.hover(path(0, 2))
    drag.cancel()
    #expect(!binder.link.isInteracting && ids == [[2, 3], [1], [4]])
  }

  @Test("7: an item that changes the table during the view's layout causes no error") func reentrant() async {
    final class Held { weak var binder: CollectionViewBinder<SampleSection, SampleRow>? }
    let held = Held()
    var (isDone, shown) = (false, Set<Int>())
    let binder = CollectionViewBinder<SampleSection, SampleRow>(
      .one(NSCollectionViewItem.self) { item, row, _ in
        shown.insert(row.id)
        if row.id == 5, !isDone {
          isDone = true
          held.binder?.link.edit(.remove(.id(1)))
          held.binder?.link.edit(.remove(.id(6)))
          for id in 20..<25 { held.binder?.link.edit(.insert([SampleRow(id)], at: .end)) }
          held.binder?.link.selection.select(id: 24)
        }
      })
    held.binder = binder
    binder.link.selection.mode = .one
    var problems: [String] = []
    let raised = await StandInException.recording {
      window.setContentSize(NSSize(width: 60, height: 40))
      window.layoutIfNeeded()
      binder.attach(to: collectionView).bind(
        AsyncStream<SampleTable> { _ in }, initial: table([Array(0..<10)]),
        options: BindingOptions(onDiagnostic: { problems.append("\($0)") }))
      window.layoutIfNeeded()
      collectionView.scroll(NSPoint(x: 0, y: 90))
      window.layoutIfNeeded()
      #expect(isDone && collectionView.numberOfItems(inSection: 0) == 10, "it goes on with what it counted")
      await until { collectionView.numberOfItems(inSection: 0) != 10 }
      window.layoutIfNeeded()
    }
    #expect(raised.isEmpty && problems.isEmpty, "\(raised) \(problems)")
    #expect(collectionView.numberOfItems(inSection: 0) == 13 && binder.link.table.count == 13)
    #expect(collectionView.selectionIndexPaths == [path(0, 12)] && !collectionView.standInScrolled.isEmpty)
    #expect(shown.contains(7), "what took the place of a row that went")
  }

  @Test("only the grabbed item moves if several items are selected") func several() throws {
    binder.attach(to: collectionView).bind(AsyncStream<SampleTable> { _ in }, initial: table([[1, 2, 3, 4]]))
    window.layoutIfNeeded()
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: [1, 3])
    let drag = try #require(collectionView.standInDrag(path(0, 2)))
    drag.hover(path(0, 0))
    #expect(drag.drop() && ids == [[3, 1, 2, 4]])
    #expect(collectionView.standInScrolled.allSatisfy { $0 == [.nearestHorizontalEdge, .nearestVerticalEdge] })
    #expect(!collectionView.standInScrolled.isEmpty, "a row that is selected is scrolled to, in either direction")
  }

  @Test("changes during a drag are shown after it, and the item lands where it was dropped")
  func waits() async throws {
    let store = TableStore<SampleSection, SampleRow>()
    binder.attach(to: collectionView).bind(store)
    try await store.submit(table([[1, 2, 3]]))
    window.layoutIfNeeded()
    binder.link.editing.rules = .moving(to: .anywhere)
    let drag = try #require(collectionView.standInDrag(path(0, 0)))
    async let next = store.submit(table([[1, 2, 3, 4]]))
    for _ in 0..<20 { await Task.yield() }
    #expect(collectionView.numberOfItems(inSection: 0) == 3)
    drag.hover(path(0, 2))
    drag.drop()
    #expect(ids == [[2, 1, 3]])
    _ = try await next
    #expect(collectionView.numberOfItems(inSection: 0) == 4)
  }

  @Test(
    "the earlier delegate receives drags that the binder does not handle, and a drag ends when the binder is detached")
  func earlier() throws {
    final class Earlier: NSObject, NSCollectionViewDataSource, NSCollectionViewDelegate {
      var told: [String] = []
      func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
      func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
      ) -> NSCollectionViewItem { NSCollectionViewItem() }
      func collectionView(
        _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
      ) -> (any NSPasteboardWriting)? {
        told.append("writer")
        return NSPasteboardItem()
      }
      func collectionView(
        _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
        dropOperation: NSCollectionView.DropOperation
      ) -> Bool {
        told.append("accept \(indexPath.item) \(dropOperation)")
        return true
      }
      func collectionView(
        _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
        proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
        dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
      ) -> NSDragOperation {
        proposedDropOperation.pointee = .on
        return .copy
      }
    }
    let earlier = Earlier()
    collectionView.dataSource = earlier
    collectionView.delegate = earlier
    let binding = binder.attach(to: collectionView).bind(AsyncStream<SampleTable> { _ in }, initial: table([[1, 2]]))
    window.layoutIfNeeded()
    var drag = try #require(collectionView.standInDrag(path(0, 0)))
    drag.hover(path(0, 1))
    #expect(drag.drop() && earlier.told == ["writer", "accept 1 on"] && !binder.link.isInteracting)
    binder.link.editing.rules = .moving(to: .anywhere)
    drag = try #require(collectionView.standInDrag(path(0, 0)))
    #expect(binder.link.isInteracting && collectionView.registeredDraggedTypes.count == 1)
    binding.cancel()
    #expect(!binder.link.isInteracting && collectionView.registeredDraggedTypes.isEmpty)
    drag.cancel()
  }
}
