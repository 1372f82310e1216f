#if canImport(UIKit)
import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// Tests that methods overridden in subclasses are called, even if the binder itself has no value to return.
@Suite("Subclasses of binders") @MainActor struct OverridingTests {
  final class HighRows: TableViewBinder<OneSection, Mail> {
    override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 70 }
  }

  final class HighTiles: CollectionViewBinder<Shelf, Letter> {
    override func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: 320, height: 70) }
  }

  final class LongTiles: CollectionViewBinder<Shelf, Letter> {
    override func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      let letter = link.table.sections[indexPath.section].rows[indexPath.item]
      return CGSize(width: 320, height: 44 + 10 * letter.subject.count)
    }
  }

  final class Sizes: NSObject, UICollectionViewDelegateFlowLayout {
    var height: CGFloat = 44
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: 320, height: height) }
  }

  @Test("A subclass or an earlier delegate is asked for the sizes of the items that the view now shows")
  func itemsThatChange() async throws {
    let screen = CollectionScreen()
    let long = LongTiles(.one(LetterTile.self) { _, _, _ in }).attach(to: screen.view).show(LetterTable([1, 2]))
    #expect(screen.tile(0, 1)?.frame.minY == 44)
    try await long.store.submit(LetterTable([Letter(1, "long"), 2]))
    #expect(screen.tile(0, 0)?.frame.height == 84 && screen.tile(0, 1)?.frame.minY == 84)
    let (other, sizes) = (CollectionScreen(), Sizes())
    other.view.delegate = sizes
    let binding = CountingBinder.tiles().attach(to: other.view).show(LetterTable([1, 2]))
    #expect(other.tile(0, 1)?.frame.minY == 44)
    sizes.height = 60
    try await binding.store.submit(LetterTable([Letter(1, "new"), 2]))
    #expect(other.tile(0, 1)?.frame.minY == 60)
    withExtendedLifetime(sizes) {}
  }

  @Test("a subclass provides the heights of a table view's rows") func rows() {
    let screen = Screen()
    HighRows(.one(MailCell.self) { _, _, _ in }).attach(to: screen.view).show(flat(1, 2))
    #expect(screen.cell(1)?.frame.height == 70)
  }

  @Test("a subclass provides the sizes of a collection view's items") func items() {
    let screen = CollectionScreen()
    HighTiles(.one(LetterTile.self) { _, _, _ in }).attach(to: screen.view).show(LetterTable([1, 2]))
    #expect(screen.tile(0, 1)?.frame.height == 70)
  }

  #if canImport(ObjectiveC) && !os(tvOS)
  final class Bold: PickerViewBinder<OneSection, Mail> {
    override func pickerView(
      _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
    ) -> NSAttributedString? { NSAttributedString(string: "bold") }
  }

  @Test("a subclass provides a picker view's titles, and methods without an override are not called") func titles() {
    let binder = Bold(title: { $0.subject })
    #expect(binder.responds(to: NSSelectorFromString("pickerView:attributedTitleForRow:forComponent:")))
    #expect(!binder.responds(to: NSSelectorFromString("pickerView:viewForRow:forComponent:reusingView:")))
  }

  final class Indented: TableViewBinder<OneSection, Mail> {
    @objc(tableView:indentationLevelForRowAtIndexPath:)
    func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 3 }
  }

  final class Unnamed: TableViewBinder<OneSection, Mail> {
    func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 3 }
  }

  @Test("a message that a binder does not implement requires its Objective-C name") func named() {
    let message = NSSelectorFromString("tableView:indentationLevelForRowAtIndexPath:")
    #expect(Indented(.one(MailCell.self) { _, _, _ in }).responds(to: message))
    #expect(!Unnamed(.one(MailCell.self) { _, _, _ in }).responds(to: message))
  }

  @Test("a message that is held back is reported as not implemented") func heldBack() {
    let tiles = CountingBinder.tiles()
    #expect(!tiles.responds(to: NSSelectorFromString("collectionView:layout:sizeForItemAtIndexPath:")))
    #expect(tiles.responds(to: NSSelectorFromString("collectionView:didSelectItemAtIndexPath:")))
  }
  #endif
}
#endif
