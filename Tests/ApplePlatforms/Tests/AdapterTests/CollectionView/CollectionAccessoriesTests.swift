import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

@Suite("Accessories of a collection view") @MainActor struct CollectionAccessoriesTests {
  /// A layout with a global header above all sections.
  final class Layout: UICollectionViewFlowLayout {
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      let header = UICollectionViewLayoutAttributes(
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: IndexPath(index: 0))
      header.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
      return [header] + (super.layoutAttributesForElements(in: rect) ?? [])
    }
  }

  @Test("The layout's global header shows the header view, and a new one when it is replaced")
  func header() async throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: Layout())
    window.addSubview(view)
    window.layoutIfNeeded()
    let binder = CollectionViewBinder<OneSection, Int>(.one(UICollectionViewCell.self) { _, _, _ in })
    let (first, second) = (UIView(), UIView())
    binder.accessories.header = first
    let rows = AsyncStream<[Int]> { $0.finish() }
    binder.attach(to: view).bind(rows, initial: [1, 2])
    view.layoutIfNeeded()
    let place = view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(index: 0))
    #expect(first.superview === place && place != nil)
    view.layoutIfNeeded()
    #expect(first.frame == place?.bounds)
    binder.accessories.header = second
    #expect(first.superview == nil && second.superview === place)
  }

  @Test("A reconfigured header is measured again after its layout was invalidated")
  func measured() async throws {
    final class Counting: UICollectionViewFlowLayout {
      var preparations = 0
      override func prepare() {
        preparations += 1
        super.prepare()
      }
    }
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let layout = Counting()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    let binder = CollectionViewBinder<SupplementedSection<Int>, Int>(
      .one(UICollectionViewCell.self) { _, _, _ in },
      supplementaries: [.header: .one(UICollectionReusableView.self) { _, _, _ in }])
    func table(_ title: String) -> TableSnapshot<SupplementedSection<Int>, Int> {
      TableSnapshot(sections: [TableSection(SupplementedSection(0, header: .title(title)), rows: [1])])
    }
    let binding = binder.attach(to: view).show(table("a"))
    view.layoutIfNeeded()
    let before = layout.preparations
    try await binding.store.submit(table("b"))
    view.layoutIfNeeded()
    #expect(layout.preparations == before + 1)
  }

  @Test("A binder shows its accessories in the next collection view to which it is attached")
  func another() async throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let views = (0..<2).map { _ in
      UICollectionView(frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    }
    for view in views { window.addSubview(view) }
    window.layoutIfNeeded()
    let binder = CollectionViewBinder<OneSection, Int>(.one(UICollectionViewCell.self) { _, _, _ in })
    let store = TableStore<OneSection, Int>()
    binder.attach(to: views[0]).bind(store)
    try await store.submit(TableSnapshot(rows: [1, 2]))
    window.layoutIfNeeded()
    #expect(views[0].visibleCells.count == 2)
    let next = TableStore<OneSection, Int>()
    binder.attach(to: views[1]).bind(next)
    try await next.submit(TableSnapshot(rows: [1, 2, 3]))
    views[1].layoutIfNeeded()
    #expect(views[1].visibleCells.count == 3 && views[0].dataSource == nil)
  }

  @Test("A collection view receives every view that it dequeued") func insists() async throws {
    final class Band: UICollectionReusableView {}
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let layout = UICollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    window.layoutIfNeeded()
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    let wrong = CellProvider<OneSection, OneSection, UICollectionReusableView>.one(
      Band.self, source: .type(UICollectionReusableView.self)
    ) { _, _, _ in }
    let binder = CollectionViewBinder<OneSection, Int>(
      .byHand { row, _, queue in
        switch row {
        case 1: return UICollectionViewCell()
        case 2:
          _ = queue.dequeue(UICollectionViewCell.self, reuseIdentifier: "cell")
          return nil
        default: return queue.dequeue(UICollectionViewCell.self, reuseIdentifier: "cell")
        }
      }, supplementaries: [.header: wrong])
    let store = TableStore<OneSection, Int>()
    var reports = 0
    let exceptions = try await StandInException.recording {
      binder.attach(to: view).bind(store, options: BindingOptions(onDiagnostic: { _ in reports += 1 }))
      try await store.submit(TableSnapshot(rows: [1, 2, 3]))
      view.layoutIfNeeded()
      for _ in 0..<50 { await Task.yield() }
      view.layoutIfNeeded()
      try await store.submit(TableSnapshot(rows: [3, 1, 2]))
      view.layoutIfNeeded()
    }
    #expect(exceptions.isEmpty, "\(exceptions)")
    #expect(view.visibleCells.count == 3 && view.standInMismatch == nil && reports > 0)
  }
}
