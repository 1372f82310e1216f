import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// Tests that the adapters support both interpretations of ambiguous UIKit documentation.
@Suite("Under both readings", .timeLimit(.minutes(20))) @MainActor struct BothReadingsTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  private let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
  private let binder = TableViewBinder<OneSection, Int>(.one(UITableViewCell.self) { _, _, _ in })
  private let path = IndexPath(row: 0, section: 0)

  init() { window.addSubview(view) }

  @Test("selected rows can be edited in editing mode, whatever the rules allow") func selecting() {
    binder.attach(to: view).show([1, 2])
    binder.link.editing.rules = .deleting { _ in false }
    #expect(!binder.tableView(view, canEditRowAt: path))
    view.allowsMultipleSelectionDuringEditing = true
    view.setEditing(true, animated: false)
    #expect(binder.tableView(view, canEditRowAt: path))
    #expect(binder.tableView(view, editingStyleForRowAt: path) == .none)
  }

  @Test("a destructive action is undone in the view if its row stays, and completed if the row is deleted")
  func destructive() {
    binder.attach(to: view).show([1, 2])
    binder.link.editing.rules =
      .deleting() + .actions { _ in [RowAction("Later", isDestructive: true) { _ in }, .delete("Now")] }
    window.layoutIfNeeded()
    var performed: [Bool] = []
    for action in binder.swipeActions(at: path)?.actions ?? [] {
      action.handler(action, view) { performed.append($0) }
    }
    #expect(performed == [false, true] && binder.link.table.map(\.self) == [2])
  }

  @Test("no message is lost or repeated if the view asks again which methods its delegate implements during a message")
  func askingAgain() {
    final class Earlier: NSObject, UITableViewDelegate {
      var shown: [Int] = []
      var act: () -> Void = {}
      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        shown.append(indexPath.row)
        act()
      }
    }
    let earlier = Earlier()
    view.delegate = earlier
    binder.attach(to: view)
    earlier.act = { [binder] in
      var sizes = TableSizes<OneSection, Int>()
      sizes[.row] = 70
      binder.sizes = binder.sizes ?? sizes
    }
    binder.show([1, 2, 3])
    window.layoutIfNeeded()
    #expect(earlier.shown == [0, 1, 2] && view.delegate === binder)
    view.reloadData()
    window.layoutIfNeeded()
    #expect(earlier.shown == [0, 1, 2, 0, 1, 2] && view.rectForRow(at: path).height == 70)
  }

  /// A layout that reserves space for a header above each section, even if the section has none.
  private final class Room: UICollectionViewLayout {
    override var collectionViewContentSize: CGSize {
      CGSize(width: 320, height: (collectionView?.numberOfSections ?? 0) * 100)
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      (0..<(collectionView?.numberOfSections ?? 0)).flatMap { section in
        let path = IndexPath(item: 0, section: section)
        let item = layoutAttributesForItem(at: path)
        let header = layoutAttributesForSupplementaryView(ofKind: UICollectionView.elementKindSectionHeader, at: path)
        return [header, item].compactMap(\.self)
      }
    }

    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      attributes.frame = CGRect(x: 0, y: indexPath.section * 100 + 50, width: 320, height: 50)
      return attributes
    }

    override func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: elementKind, with: indexPath)
      attributes.frame = CGRect(x: 0, y: indexPath.section * 100, width: 320, height: 50)
      return attributes
    }
  }

  private struct Part: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
  }

  private class Band: UICollectionReusableView { var name = "" }
  private final class Warning: Band {}

  @Test(
    "a supplementary view whose kind changed is replaced, whether or not the view asks for it again",
    arguments: [false, true], [UpdateCase.kind, .reload, .comes, .goes])
  private func supplementaries(keeps: Bool, change: UpdateCase) async throws {
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: Room())
    view.standInKeepsInvalidated = keeps
    window.addSubview(view)
    func kind(_ type: Band.Type) -> CellProvider<Part, Part, UICollectionReusableView> {
      .one(type, update: change == .reload ? .reload : .inPlace) { band, part, _ in band.name = part.name }
    }
    let binder = CollectionViewBinder<Part, Int>(
      .one(UICollectionViewCell.self) { _, _, _ in },
      supplementaries: [
        .header: .choosing { part, _ in
          part.name.isEmpty ? .nothing : part.name == "!" ? kind(Warning.self) : kind(Band.self)
        }
      ])
    func table(_ name: String) -> TableSnapshot<Part, Int> {
      TableSnapshot(sections: [name, "last"].enumerated().map { TableSection(Part(id: $0, name: $1), rows: [$0]) })
    }
    let (old, new) =
      switch change {
      case .kind: ("a", "!")
      case .reload: ("a", "b")
      case .comes: ("", "b")
      case .goes: ("a", "")
      }
    func band(_ section: Int) -> UICollectionReusableView? {
      view.layoutIfNeeded()
      return view.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
    }
    let binding = binder.attach(to: view).show(table(old))
    #expect((band(0) as? Band)?.name == (old.isEmpty ? nil : old))
    let last = band(1)
    let applied = try await binding.store.submit(table(new))
    #expect(applied.mode == .batch && (band(0) as? Band)?.name == (new.isEmpty ? nil : new))
    #expect(band(0) != nil && band(0) is Warning == (new == "!"))
    // A flow layout has nothing to invalidate for a deleted header.
    #expect(keeps || change == .goes || band(1) === last, "nothing was reloaded")
  }

  private enum UpdateCase { case kind, reload, comes, goes }

  @Test("a header that is inserted or deleted is not invalidated in a flow layout, which does not know it")
  func named() async throws {
    let layout = UICollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    let binder = CollectionViewBinder<Part, Int>(
      .one(UICollectionViewCell.self) { _, _, _ in },
      supplementaries: [
        .header: .choosing { part, _ in
          part.name.isEmpty
            ? .nothing
            : .one(Band.self) {
              $0.name = $1.name; _ = $2
            }
        }
      ])
    let binding = binder.attach(to: view).show(
      TableSnapshot(sections: [TableSection(Part(id: 0, name: ""), rows: [1])]))
    var shown: [String?] = []
    let raised = try await StandInException.recording {
      for name in ["", "a", ""] {
        try await binding.store.submit(TableSnapshot(sections: [TableSection(Part(id: 0, name: name), rows: [1])]))
        view.layoutIfNeeded()
        let path = IndexPath(item: 0, section: 0)
        let band = view.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: path)
        shown.append((band as? Band)?.name)
      }
    }
    #expect(raised == [] && shown == [nil, "a", nil], "\(raised)")
  }

  private class Head: UITableViewHeaderFooterView { var name = "" }
  private final class OtherHead: Head {}

  @Test(
    "a header that the view requests twice follows its section, even if the second one has another class",
    arguments: [false, true])
  func askedTwice(changesKind: Bool) async throws {
    var asked = 0
    let binder = TableViewBinder<Part, Int>(
      .one(UITableViewCell.self) { _, _, _ in },
      supplementaries: [
        .header: .choosing { _, _ in
          asked += 1
          return changesKind && asked < 2
            ? .one(Head.self) {
              $0.name = $1.name; _ = $2
            }
            : .one(OtherHead.self) {
              $0.name = $1.name; _ = $2
            }
        }
      ])
    func table(_ name: String) -> TableSnapshot<Part, Int> {
      TableSnapshot(sections: [TableSection(Part(id: 0, name: name), rows: [1])])
    }
    view.standInAsksTwice = true
    let binding = binder.attach(to: view).show(table("a"))
    func head() -> Head? {
      view.layoutIfNeeded()
      return view.headerView(forSection: 0) as? Head
    }
    await until { head() is OtherHead }
    #expect(head() is OtherHead && head()?.name == "a")
    try await binding.store.submit(table("b"))
    #expect(head()?.name == "b")
  }

  @Test("a collection view is reloaded when its data source is replaced") func reloads() {
    final class Counting: UICollectionView {
      var reloads = 0
      override func reloadData() {
        reloads += 1
        super.reloadData()
      }
    }
    let view = Counting(frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    let before = view.reloads
    CollectionViewBinder<OneSection, Int>(.one(UICollectionViewCell.self) { _, _, _ in }).attach(to: view)
    #expect(view.reloads == before + 1)
  }
}
