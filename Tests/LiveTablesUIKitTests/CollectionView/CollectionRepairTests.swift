#if canImport(UIKit)
import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesUIKit
import Testing
import UIKit

/// A binder that creates headers and the first cell of each section itself.
private final class OwnCellBinder: CollectionViewBinder<Shelf, Letter> {
  var reloads = 0

  override func reload(commit: () -> Void) {
    reloads += 1
    super.reload(commit: commit)
  }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if indexPath.item > 0 { return super.collectionView(collectionView, cellForItemAt: indexPath) }
    return collectionView.dequeueReusableCell(withReuseIdentifier: "own", for: indexPath)
  }

  override func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "own", for: indexPath)
  }
}

@Suite("Collection view: repairs", .timeLimit(.minutes(20))) @MainActor struct CollectionRepairTests {
  @Test("Cells and headers that a subclass creates stay on screen") func ownCells() async {
    final class OwnTile: UICollectionViewCell {}
    final class OwnBand: UICollectionReusableView {}
    let screen = CollectionScreen()
    let kind = UICollectionView.elementKindSectionHeader
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 20)
    screen.view.register(OwnTile.self, forCellWithReuseIdentifier: "own")
    screen.view.register(OwnBand.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "own")
    let binder = OwnCellBinder(
      .one(LetterTile.self) { cell, letter, _ in cell.mail = letter },
      supplementaries: [.header: .one(ShelfBand.self) { _, _, _ in }])
    binder.attach(to: screen.view).show(LetterTable([1, 2]))
    #expect(screen.ids == [-1, 2])
    #expect(binder.isRepaired)
    let path = IndexPath(item: 0, section: 0)
    let (own, header) = (
      screen.view.cellForItem(at: path), screen.view.supplementaryView(forElementKind: kind, at: path)
    )
    #expect(own is OwnTile && header is OwnBand)
    let reloads = binder.reloads
    binder.repairLater()
    await until { binder.isRepaired }
    #expect(screen.ids == [-1, 2] && screen.view.cellForItem(at: path) === own && binder.reloads == reloads)
    #expect(screen.view.supplementaryView(forElementKind: kind, at: path) === header)
  }

  @Test("A cell for a row that is deleted during layout is empty, and no problem is reported")
  func deletedInLayout() async {
    let screen = CollectionScreen(isInWindow: false)
    var problems: [String] = []
    weak var link: TableLink<Shelf, Letter>?
    let binder = CollectionViewBinder<Shelf, Letter>(
      .one(LetterTile.self) { cell, letter, _ in
        cell.mail = letter
        if letter.id == 1 { link?.edit(.remove(id: 3)) }
      })
    link = binder.link
    binder.attach(to: screen.view).show(LetterTable([1, 2, 3]), options: BindingOptions { problems.append("\($0)") })
    screen.enter()
    await until { binder.isRepaired }
    #expect(screen.ids == [1, 2] && problems == [])
  }
}
#endif
