import Foundation
import Testing
import UIKit

/// Tests of the exceptions for invalid cells from a data source.
@MainActor @Suite("Cells of a collection view") struct CollectionReuseTests {
  private func raised(_ make: @escaping (UICollectionView, IndexPath) -> UICollectionViewCell) -> [String] {
    let fixture = CollectionFixture([["a"]])
    fixture.dequeue = make
    return StandInException.recording { fixture.layOut() }.map(\.reason)
  }

  @Test("An identifier that is not registered raises") func unregistered() {
    let reasons = raised { view, path in view.dequeueReusableCell(withReuseIdentifier: "nobody", for: path) }
    let reason = "could not dequeue a view of kind: UICollectionElementKindCell with identifier nobody"
    #expect(reasons.first?.hasPrefix(reason) == true)
  }

  @Test("A cell that was not dequeued raises") func notDequeued() {
    let reasons = raised { _, _ in TextCell(frame: .zero) }
    #expect(reasons.first?.hasPrefix("the cell returned from -collectionView:cellForItemAtIndexPath:") == true)
  }

  @Test("Two cells for one item raise") func twice() {
    let reasons = raised { view, path in
      _ = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      return view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    #expect(reasons.first?.hasPrefix("Expected dequeued view to be returned") == true)
  }

  @Test("A cell for another path raises") func otherPath() {
    let reasons = raised { view, _ in view.dequeueReusableCell(withReuseIdentifier: "cell", for: .at(7, 7)) }
    #expect(reasons.count == 1)
  }

  @Test("A cell that was not requested raises") func unasked() {
    let fixture = CollectionFixture([["a"]])
    let raised = StandInException.recording {
      _ = fixture.view.dequeueReusableCell(withReuseIdentifier: "cell", for: .at(0, 0))
    }
    #expect(raised.first?.reason.hasPrefix("Expected dequeued view to be returned") == true)
  }

  @Test("A header that is not registered for its kind raises") func header() {
    let fixture = CollectionFixture([["a"]])
    fixture.layout.footerReferenceSize = CGSize(width: 0, height: 10)
    let raised = StandInException.recording { fixture.layOut() }
    let reason = "could not dequeue a view of kind: UICollectionElementKindSectionFooter with identifier header"
    #expect(raised.first?.reason.hasPrefix(reason) == true)
  }

  @Test("A class that is not a cell class raises") func wrongClass() {
    let fixture = CollectionFixture([["a"]])
    let raised = StandInException.recording {
      fixture.view.register(TextHeader.self, forCellWithReuseIdentifier: "x")
      fixture.view.register(UIView.self, forSupplementaryViewOfKind: "badge", withReuseIdentifier: "x")
    }
    #expect(raised.count == 2)
  }

  @Test("Cells are instances of the registered class") func classes() {
    let fixture = CollectionFixture([["a"]])
    fixture.layOut()
    #expect(fixture.view.visibleCells.first is TextCell)
    #expect(fixture.view.visibleCells.first?.reuseIdentifier == "cell")
  }

  @Test("A reconfigured item keeps its cell") func reconfiguring() throws {
    let fixture = CollectionFixture([["a", "b"]])
    fixture.layOut()
    let cell = try #require(fixture.view.cellForItem(at: .at(0, 1)) as? TextCell)
    _ = fixture.take()
    fixture.items[0][1] = "B"
    fixture.view.reconfigureItems(at: [.at(0, 1)])
    #expect(fixture.view.cellForItem(at: .at(0, 1)) === cell)
    #expect(cell.text == "B" && cell.reuses == 0)
    #expect(fixture.take() == ["sections", "items 0", "cell 0.1"])
    fixture.view.register(TextCell.self, forCellWithReuseIdentifier: "other")
    fixture.identifier = { _ in "other" }
    let raised = StandInException.recording { fixture.view.reconfigureItems(at: [.at(0, 1)]) }
    #expect(raised.first?.reason.hasPrefix("Attempted to dequeue a cell for a different registration") == true)
  }

  @Test("An invalidated header is requested again") func invalidating() {
    let fixture = CollectionFixture([["a"], ["b"]])
    fixture.headerHeight = 10
    fixture.layOut()
    _ = fixture.take()
    let context = UICollectionViewLayoutInvalidationContext()
    context.invalidateSupplementaryElements(ofKind: UICollectionView.elementKindSectionHeader, at: [.at(1, 0)])
    fixture.layout.invalidateLayout(with: context)
    fixture.view.layoutIfNeeded()
    #expect(fixture.take() == ["end header 1.0", "header 1.0", "will header 1.0"])
  }
}
