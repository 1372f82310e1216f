import Foundation
import LiveTables
import Testing
import UIKit

@testable import LiveTablesUIKit

/// Tests of cells and headers from nibs, which are stubs because only Apple's tools create nib files.
@Suite("Nibs") @MainActor struct NibTests {
  class NibRow: UITableViewCell {}
  final class RowOfNib: NibRow {}
  class NibHead: UITableViewHeaderFooterView {}
  final class HeadOfNib: NibHead {}
  class NibTile: UICollectionViewCell {}
  final class TileOfNib: NibTile {}
  class NibBand: UICollectionReusableView {}
  final class BandOfNib: NibBand {}

  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))

  init() {
    StandInNibs.contents["NibRow"] = { [RowOfNib(style: .default, reuseIdentifier: nil)] }
    StandInNibs.contents["NibHead"] = { [HeadOfNib(reuseIdentifier: nil)] }
    StandInNibs.contents["NibTile"] = { [TileOfNib(frame: .zero)] }
    StandInNibs.contents["NibBand"] = { [BandOfNib(frame: .zero)] }
  }

  /// Returns a finder that finds nibs with these names in any bundle.
  private func nibs(_ names: String...) -> NibFinder { NibFinder { name, _ in names.contains(name) } }

  @Test("A table view uses a nib that is named after a cell or header class, or else the class")
  func tableViews() {
    let view = UITableView(frame: window.bounds, style: .plain)
    view.rowHeight = 44
    view.sectionHeaderHeight = 20
    window.addSubview(view)
    let binder = TableViewBinder<Int, Int>(
      .one(NibRow.self) { _, _, _ in },
      supplementaries: [.header: .one(NibHead.self) { _, _, _ in }])
    binder.nibs = nibs("NibRow", "NibHead")
    binder.attach(to: view).show(TableSnapshot(sections: [TableSection(0, rows: [1, 2])]))
    view.layoutIfNeeded()
    #expect(view.visibleCells.count == 2 && view.visibleCells.allSatisfy { $0 is RowOfNib })
    #expect(view.headerView(forSection: 0) is HeadOfNib)

    let other = TableViewBinder<Int, Int>(.one(NibRow.self, reuseIdentifier: "plain") { _, _, _ in })
    other.nibs = nibs()
    other.attach(to: view).show(TableSnapshot(sections: [TableSection(0, rows: [1, 2])]))
    view.layoutIfNeeded()
    #expect(view.visibleCells.count == 2 && view.visibleCells.allSatisfy { type(of: $0) == NibRow.self })
  }

  @Test("A collection view uses a nib that is named after a cell or supplementary view class") func collectionViews() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    let binder = CollectionViewBinder<Int, Int>(
      .one(NibTile.self) { _, _, _ in },
      supplementaries: [.header: .one(NibBand.self) { _, _, _ in }])
    binder.nibs = nibs("NibTile", "NibBand")
    binder.attach(to: view).show(TableSnapshot(sections: [TableSection(0, rows: [1, 2])]))
    view.layoutIfNeeded()
    #expect(view.visibleCells.count == 2 && view.visibleCells.allSatisfy { $0 is TileOfNib })
    let kind = UICollectionView.elementKindSectionHeader
    #expect(view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: 0)) is BandOfNib)
  }

  @Test(
    "A nib in the class's bundle is preferred to one in the main bundle, and a named nib is found in the given bundle"
  )
  func bundles() throws {
    var asked: [Bundle] = []
    let none = NibFinder { _, bundle in
      asked.append(bundle)
      return false
    }
    #expect(none.nib(for: NibRow.self) == nil)
    #expect(asked == [Bundle(for: NibRow.self), Bundle.main])
    #expect(none.nib("NibRow", in: nil) == nil)
    #expect(asked.dropFirst(2) == [Bundle.main])
    let own = try #require(Bundle(path: "/"))
    let some = NibFinder { $0 == "NibRow" && $1.bundlePath == own.bundlePath }
    #expect(some.nib("NibRow", in: own)?.bundle == own && some.nib("NibRow", in: nil) == nil)
    #expect(NibFinder().nib(for: NibRow.self) == nil)
  }
}
