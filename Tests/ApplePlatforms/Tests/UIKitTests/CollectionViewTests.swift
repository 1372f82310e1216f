import Foundation
import Testing
import UIKit

@MainActor @Suite("A collection view") struct CollectionViewTests {
  @Test("A collection view requests counts, then visible items, and reports displayed items") func order() {
    let fixture = CollectionFixture([["a", "b"], ["c"]])
    fixture.layOut()
    #expect(
      fixture.take() == [
        "sections", "items 0", "items 1", "cell 0.0", "will 0.0", "cell 0.1", "will 0.1", "cell 1.0", "will 1.0",
      ])
    fixture.layOut()
    #expect(fixture.take() == [])
  }

  @Test("Headers come before the items of their section") func headers() {
    let fixture = CollectionFixture([["a"], ["b"]])
    fixture.headerHeight = 10
    fixture.layOut()
    #expect(
      fixture.take() == [
        "sections", "items 0", "items 1", "header 0.0", "will header 0.0", "cell 0.0", "will 0.0", "header 1.0",
        "will header 1.0", "cell 1.0", "will 1.0",
      ])
  }

  @Test("Only visible items have cells, and cells that leave the screen are kept for reuse") func scrolling() throws {
    let fixture = CollectionFixture([(0..<50).map(String.init)])
    fixture.layOut()
    #expect(fixture.texts == ["0", "1", "2", "3", "4"])
    let first = try #require(fixture.view.cellForItem(at: .at(0, 0)))
    _ = fixture.take()
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 20))
    #expect(fixture.texts == ["1", "2", "3", "4", "5"])
    #expect(fixture.take().prefix(3) == ["end 0.0", "cell 0.5", "will 0.5"])
    fixture.view.standInScroll(to: .zero)
    #expect(fixture.view.cellForItem(at: .at(0, 0)) === first)
    #expect(!fixture.take().contains("cell 0.0"))
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 500))
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 700))
    fixture.view.standInScroll(to: .zero)
    #expect(fixture.view.visibleCells.contains { ($0 as? TextCell)?.reuses ?? 0 > 0 })
    #expect(fixture.view.standInMismatch == nil)
  }

  @Test("A cell can be requested before it is shown") func ahead() {
    let fixture = CollectionFixture([(0..<50).map(String.init)])
    fixture.layOut()
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 20))
    #expect(fixture.take().suffix(2) == ["cell 0.6", "prefetch 0.6 0.7 0.8 0.9 0.10"])
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 40))
    let log = fixture.take()
    #expect(log.contains("will 0.6") && !log.contains("cell 0.6"))
  }

  @Test("Prefetching of items that move away from the screen is cancelled") func cancelling() {
    let fixture = CollectionFixture([(0..<50).map(String.init)])
    fixture.layOut()
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 400))
    _ = fixture.take()
    fixture.view.standInScroll(to: CGPoint(x: 0, y: 380))
    #expect(fixture.take().contains("cancel 0.25 0.26 0.27 0.28 0.29"))
  }

  @Test("A reload removes all cells and the selection") func reloading() {
    let fixture = CollectionFixture([["a", "b"]])
    fixture.layOut()
    fixture.view.selectItem(at: .at(0, 1), animated: false, scrollPosition: [])
    fixture.items = [["c"]]
    fixture.view.reloadData()
    #expect(fixture.texts == ["a", "b"], "it waits for the next layout")
    _ = fixture.take()
    fixture.layOut()
    #expect(fixture.texts == ["c"])
    #expect(fixture.view.indexPathsForSelectedItems == [])
    #expect(fixture.take() == ["end 0.0", "end 0.1", "sections", "items 0", "cell 0.0", "will 0.0"])
  }

  @Test("Unknown counts are read when they are needed") func counts() {
    let fixture = CollectionFixture([["a"]], isInWindow: false)
    #expect(fixture.view.numberOfSections == 1)
    fixture.items = [["a"], ["b"]]
    #expect(fixture.view.numberOfSections == 1)
    fixture.view.reloadData()
    #expect(fixture.view.numberOfSections == 2)
    let raised = StandInException.recording { _ = fixture.view.numberOfItems(inSection: 2) }
    #expect(raised.first?.reason.hasPrefix("request for number of items in section 2 when there are only 2") == true)
  }

  // MARK: - Selection

  @Test("A touch highlights an item, asks, deselects, selects, and ends the highlight") func selection() {
    let fixture = CollectionFixture([["a", "b"]])
    fixture.layOut()
    fixture.view.standInTap(.at(0, 0))
    _ = fixture.take()
    fixture.view.standInTap(.at(0, 1))
    #expect(
      fixture.take() == ["highlighted 0.1", "may select 0.1", "deselected 0.0", "selected 0.1", "unhighlighted 0.1"])
    #expect(fixture.view.indexPathsForSelectedItems == [.at(0, 1)])
    #expect(fixture.view.cellForItem(at: .at(0, 1))?.isSelected == true)
    fixture.maySelect = false
    fixture.view.standInTap(.at(0, 0))
    #expect(fixture.view.indexPathsForSelectedItems == [.at(0, 1)])
  }

  @Test("Several items are selected and deselected one by one, and code is not asked") func multipleSelection() {
    let fixture = CollectionFixture([["a", "b", "c"]])
    fixture.view.allowsMultipleSelection = true
    fixture.layOut()
    fixture.view.standInTap(.at(0, 0))
    fixture.view.standInTap(.at(0, 2))
    fixture.view.standInTap(.at(0, 0))
    #expect(fixture.view.indexPathsForSelectedItems == [.at(0, 2)])
    _ = fixture.take()
    fixture.view.selectItem(at: .at(0, 1), animated: false, scrollPosition: [])
    fixture.view.deselectItem(at: .at(0, 2), animated: false)
    #expect(fixture.take() == [])
    #expect(fixture.view.standInMismatch == nil)
  }

  // MARK: - Movement

  @Test("A moved item keeps its cell, and the data source is notified once") func movement() throws {
    let fixture = CollectionFixture([["a", "b", "c"], ["d"]])
    fixture.layOut()
    let cell = try #require(fixture.view.cellForItem(at: .at(0, 0)))
    #expect(!fixture.view.beginInteractiveMovementForItem(at: .at(1, 0)))
    #expect(fixture.view.beginInteractiveMovementForItem(at: .at(0, 0)))
    fixture.view.updateInteractiveMovementTargetPosition(CGPoint(x: 50, y: 50))
    #expect(fixture.view.standInMovementTarget == .at(0, 2))
    fixture.view.endInteractiveMovement()
    #expect(fixture.items == [["b", "c", "a"], ["d"]])
    #expect(fixture.view.cellForItem(at: .at(0, 2)) === cell)
    #expect(fixture.texts == ["b", "c", "a", "d"])
  }

  @Test("The delegate corrects the target of a moved item, and cancelling moves it back") func movementTarget() {
    let fixture = CollectionFixture([["a", "b", "c"], ["d"]])
    fixture.layOut()
    fixture.target = { _ in .at(1, 1) }
    _ = fixture.view.beginInteractiveMovementForItem(at: .at(0, 0))
    fixture.view.updateInteractiveMovementTargetPosition(CGPoint(x: 50, y: 30))
    fixture.view.cancelInteractiveMovement()
    #expect(fixture.items == [["a", "b", "c"], ["d"]])
    _ = fixture.view.beginInteractiveMovementForItem(at: .at(0, 0))
    fixture.view.updateInteractiveMovementTargetPosition(CGPoint(x: 50, y: 30))
    fixture.view.endInteractiveMovement()
    #expect(fixture.items == [["b", "c"], ["d", "a"]])
    #expect(fixture.texts == ["b", "c", "d", "a"])
  }

  @Test("A data source that moves an item elsewhere raises") func wrongMovement() {
    let fixture = CollectionFixture([["a", "b"]])
    fixture.layOut()
    fixture.onMove = { source, _ in fixture.items[0].remove(at: source.item) }
    _ = fixture.view.beginInteractiveMovementForItem(at: .at(0, 0))
    fixture.view.standInProposeMovement(to: .at(0, 1))
    let raised = StandInException.recording { fixture.view.endInteractiveMovement() }
    #expect(raised.count == 1)
  }

  @Test("A drag requests items, proposes a drop, drops, and ends once") func dragging() throws {
    let fixture = CollectionFixture([["a", "b", "c"]])
    fixture.layOut()
    #expect(fixture.view.standInBeginDrag(at: .at(0, 0)) == nil)
    let delegate = DragFixture()
    fixture.view.dragDelegate = delegate
    fixture.view.dropDelegate = delegate
    fixture.view.dragInteractionEnabled = true
    #expect(fixture.view.standInBeginDrag(at: .at(0, 1)) == nil, "nothing is offered there")
    let session = try #require(fixture.view.standInBeginDrag(at: .at(0, 0)))
    #expect(fixture.view.standInDrag(session, over: .at(0, 1))?.operation == .move)
    #expect(fixture.view.standInDrop(session, at: .at(0, 2)))
    #expect(delegate.log == ["items 0", "begin", "over 1", "over 2", "drop 0 at 2", "end"])
    let other = try #require(fixture.view.standInBeginDrag(at: .at(0, 0)))
    #expect(!fixture.view.standInDrop(other, at: nil))
    #expect(delegate.log.last == "end")
  }

  // MARK: - Scrolling to items

  @Test("Scrolling to a missing item raises") func scrollingTo() {
    let fixture = CollectionFixture([(0..<50).map(String.init)])
    fixture.layOut()
    fixture.view.scrollToItem(at: .at(0, 20), at: .top, animated: false)
    fixture.view.layoutIfNeeded()
    #expect(fixture.texts.first == "20")
    fixture.view.scrollToItem(at: .at(0, 20), at: .bottom, animated: false)
    fixture.view.layoutIfNeeded()
    #expect(fixture.texts.last == "20")
    let raised = StandInException.recording {
      fixture.view.scrollToItem(at: .at(0, 50), at: .top, animated: false)
      fixture.view.scrollToItem(at: .at(1, 0), at: .top, animated: false)
    }
    #expect(raised.map { $0.reason.contains("out-of-bounds") } == [true, true])
  }

  @Test("Nothing retains a released collection view") func release() {
    weak var view: UICollectionView?
    do {
      let fixture = CollectionFixture([["a"]])
      fixture.layOut()
      view = fixture.view
      fixture.view.removeFromSuperview()
    }
    StandInAnimations.finish()
    #expect(view == nil)
  }
}

/// A drag and drop delegate that allows dragging the first item.
@MainActor private final class DragFixture: NSObject, UICollectionViewDragDelegate, UICollectionViewDropDelegate {
  var log: [String] = []

  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    if indexPath.item > 0 { return [] }
    log.append("items \(indexPath.item)")
    return [UIDragItem(itemProvider: NSItemProvider())]
  }
  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {
    log.append("begin")
  }
  func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession) {
    log.append("end")
  }
  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal {
    guard let destinationIndexPath else { return UICollectionViewDropProposal(operation: .cancel) }
    log.append("over \(destinationIndexPath.item)")
    return UICollectionViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    guard let item = coordinator.items.first, let target = coordinator.destinationIndexPath else { return }
    log.append("drop \(item.sourceIndexPath?.item ?? -1) at \(target.item)")
    coordinator.drop(item.dragItem, toItemAt: target)
  }
}
