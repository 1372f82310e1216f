import Foundation
import LiveTables
import LiveTablesTesting
import LiveTablesUIKit
import UIKit

/// A collection view of 100 by 200 points, with items of 45 by 20, two in a line, and headers.
@MainActor final class CollectionScreen: RandomScreen {
  class Cell: UICollectionViewCell { var text = "" }
  final class OddCell: Cell {}
  final class Header: UICollectionReusableView { var text = "" }

  let layout = UICollectionViewFlowLayout()
  let view: UICollectionView
  let binder: CollectionViewBinder<SampleSection, SampleRow>
  /// The current drag, if any.
  private var session: StandInDragSession?

  init() {
    let even = CellProvider<SampleSection, SampleRow, UICollectionViewCell>.one(Cell.self) { (cell: Cell, row, _) in
      cell.text = "\(row)"
    }
    let odd = CellProvider<SampleSection, SampleRow, UICollectionViewCell>.one(OddCell.self, update: .reload) {
      (cell: OddCell, row, _) in cell.text = "\(row)"
    }
    binder = CollectionViewBinder(
      .keyed([0: even, 1: odd], by: { row, _ in row.content % 2 }),
      supplementaries: [
        .header: .choosing { section, _ in
          section.id % 3 != 0 ? .one(Header.self) { view, section, _ in view.text = "\(section)" } : .nothing
        }
      ])
    layout.itemSize = CGSize(width: 45, height: 20)
    layout.minimumLineSpacing = 2
    layout.minimumInteritemSpacing = 2
    layout.headerReferenceSize = CGSize(width: 0, height: 10)
    view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
    view.contentInsetAdjustmentBehavior = .never
  }

  var link: TableLink<SampleSection, SampleRow> { binder.link }
  var scrollView: UIScrollView { view }

  func bind(
    _ tables: AsyncStream<SampleTable>, initial: SampleTable?, options: BindingOptions
  ) -> TableBinding<SampleSection, SampleRow> {
    binder.attach(to: view).bind(tables, initial: initial, options: options)
  }

  var counts: [Int] { (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } }

  var texts: [IndexPath: String] {
    Dictionary(
      uniqueKeysWithValues: view.indexPathsForVisibleItems.map {
        ($0, (view.cellForItem(at: $0) as? Cell)?.text ?? "nothing")
      })
  }

  var headers: [Int: String] {
    let kind = UICollectionView.elementKindSectionHeader
    let paths = view.indexPathsForVisibleSupplementaryElements(ofKind: kind)
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (view.supplementaryView(forElementKind: kind, at: path) as? Header).map { (path.section, $0.text) }
      })
  }

  var selected: [RowPath] { (view.indexPathsForSelectedItems ?? []).compactMap { RowPath($0) }.sorted() }

  var showsOneSelected: Bool { false }

  var mismatch: String? { view.standInMismatch }

  func letGo() {
    binder.cancelMovement()
    view.cancelInteractiveMovement()
    if let session { view.standInCancelDrag(session) }
    session = nil
  }

  func act(_ dice: inout Dice) {
    let table = link.table
    guard let path = dice.path(in: table) else { return }
    let place = IndexPath(row: path)
    switch dice.roll(0...13) {
    case 0...2: view.standInTap(place)
    case 3:
      let menu = view.standInContextMenu(at: place)?.standInMenu
      if let action = dice.pick(menu?.children ?? []) as? UIAction { action.standInChoose() }
    case 4, 5: if session == nil { _ = binder.beginMovement(at: path) }
    case 6: if session == nil, view.standInMovementTarget == nil { _ = view.beginInteractiveMovementForItem(at: place) }
    case 7: binder.updateMovement(to: CGPoint(x: dice.roll(0...100), y: dice.roll(0...200)))
    case 8: view.updateInteractiveMovementTargetPosition(CGPoint(x: dice.roll(0...100), y: dice.roll(0...200)))
    case 9: if dice.chance(1, in: 2) { binder.endMovement() } else { binder.cancelMovement() }
    case 10: if dice.chance(1, in: 2) { view.endInteractiveMovement() } else { view.cancelInteractiveMovement() }
    case 11: if session == nil { binder.reordersByDragging.toggle() }
    default: drag(place, over: IndexPath(row: dice.place(in: table, for: path)), isDropping: dice.chance(1, in: 2))
    }
  }

  /// Begins to drag an item, or drops the dragged item, or holds it over another.
  private func drag(_ place: IndexPath, over target: IndexPath, isDropping: Bool) {
    guard let session else {
      if view.standInMovementTarget == nil { session = view.standInBeginDrag(at: place) }
      return
    }
    if isDropping {
      self.session = nil
      view.standInDrop(session, at: target)
    } else {
      _ = view.standInDrag(session, over: target)
    }
  }
}
