#if canImport(UIKit)
import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// What subclasses of binders override is asked for, also where a binder itself would have nothing to say.
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

  @Test("Heights of a table view's rows") func rows() {
    let screen = Screen()
    HighRows(.one(MailCell.self) { _, _, _ in }).attach(to: screen.view).show(flat(1, 2))
    #expect(screen.cell(1)?.frame.height == 70)
  }

  @Test("Sizes of a collection view's items") func items() {
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

  @Test("Titles of a picker view's rows; what nobody overrides is not asked for") func titles() {
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

  @Test("A message that a binder does not have needs its Objective-C name") func named() {
    let message = NSSelectorFromString("tableView:indentationLevelForRowAtIndexPath:")
    #expect(Indented(.one(MailCell.self) { _, _, _ in }).responds(to: message))
    #expect(!Unnamed(.one(MailCell.self) { _, _, _ in }).responds(to: message))
  }

  @Test("What is held back is not known") func heldBack() {
    let tiles = CountingBinder.tiles()
    #expect(!tiles.responds(to: NSSelectorFromString("collectionView:layout:sizeForItemAtIndexPath:")))
    #expect(tiles.responds(to: NSSelectorFromString("collectionView:didSelectItemAtIndexPath:")))
  }
  #endif
}
#endif
