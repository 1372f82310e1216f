import Foundation
import Testing
import UIKit

/// Tests of batches in a view; `BatchRuleTests` tests the rules.
@MainActor @Suite("Batches of a collection view") struct CollectionBatchTests {
  private func fixture(_ counts: [Int]) -> CollectionFixture {
    let fixture = CollectionFixture(Self.items(counts))
    fixture.layOut()
    _ = fixture.take()
    return fixture
  }

  private static func items(_ counts: [Int]) -> [[String]] {
    counts.enumerated().map { section, count in (0..<count).map { "\(section).\($0)" } }
  }

  private func raised(
    _ before: [Int], _ after: [Int], _ updates: @escaping (UICollectionView) -> Void
  ) -> String? {
    let fixture = fixture(before)
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates({
        fixture.items = Self.items(after)
        updates(fixture.view)
      })
    }
    #expect(raised.allSatisfy { $0.name == StandInException.inconsistency })
    #expect(raised.count < 2)
    return raised.first?.reason
  }

  @Test("A batch reads the counts before, runs its block, reads the counts after, and requests cells of inserted items")
  func order() {
    let fixture = fixture([2])
    fixture.view.performBatchUpdates({
      fixture.log.append("block")
      fixture.items[0] = ["new", "0.1"]
      fixture.view.deleteItems(at: [.at(0, 0)])
      fixture.view.insertItems(at: [.at(0, 0)])
    }) { fixture.log.append("done \($0)") }
    #expect(fixture.take() == ["sections", "items 0", "block", "sections", "items 0", "cell 0.0", "will 0.0"])
    #expect(fixture.texts == ["new", "0.1"])
    StandInAnimations.finish()
    #expect(fixture.take() == ["end 0.0", "done true"], "what went leaves when the animation is over")
  }

  @Test("Cells move with their items") func moves() throws {
    let fixture = fixture([3])
    let cells = (0..<3).map { fixture.view.cellForItem(at: .at(0, $0)) }
    fixture.view.selectItem(at: .at(0, 2), animated: false, scrollPosition: [])
    fixture.view.performBatchUpdates({
      fixture.items[0] = ["0.2", "0.0"]
      fixture.view.moveItem(at: .at(0, 2), to: .at(0, 0))
      fixture.view.deleteItems(at: [.at(0, 1)])
    })
    #expect(fixture.view.cellForItem(at: .at(0, 0)) === cells[2])
    #expect(fixture.view.cellForItem(at: .at(0, 1)) === cells[0])
    #expect(fixture.view.indexPathsForSelectedItems == [.at(0, 0)])
    #expect(fixture.view.standInMismatch == nil)
  }

  @Test("A cell that leaves the screen is not reused during the animation") func late() {
    let fixture = fixture([1])
    let old = fixture.view.cellForItem(at: .at(0, 0))
    fixture.view.performBatchUpdates({
      fixture.items[0] = ["new"]
      fixture.view.deleteItems(at: [.at(0, 0)])
      fixture.view.insertItems(at: [.at(0, 0)])
    })
    #expect(fixture.view.cellForItem(at: .at(0, 0)) !== old)
    StandInAnimations.finish()
    #expect(fixture.view.standInWaitingViews == 1)
    UIView.performWithoutAnimation {
      fixture.view.performBatchUpdates({
        fixture.items[0] = []
        fixture.view.deleteItems(at: [.at(0, 0)])
      })
    }
    #expect(fixture.view.standInWaitingViews == 2)
  }

  @Test("Items that do not add up raise") func counts() {
    #expect(
      raised([3], [4]) { _ in }?.hasPrefix(
        "Invalid update: invalid number of items in section 0. The number of items contained in an existing section after "
          + "the update (4) must be equal to the number of items contained in that section before the update (3)")
        == true)
    #expect(
      raised([3], [3, 1]) { _ in }?.hasPrefix(
        "Invalid update: invalid number of sections. The number of sections contained in the collection view after the "
          + "update (2) must be equal to") == true)
    #expect(
      raised([3], [2]) { $0.deleteItems(at: [.at(0, 5)]) }
        == "attempt to delete item 5 from section 0 which only contains 3 items before the update")
    #expect(
      raised([3], [4]) { $0.insertItems(at: [.at(0, 4)]) }
        == "attempt to insert item 4 into section 0, but there are only 4 items in section 0 after the update")
    #expect(raised([3], [4]) { $0.insertItems(at: [.at(0, 3)]) } == nil)
  }

  @Test("The known failures of batches raise") func vectors() {
    // IGListKit 690
    #expect(
      raised([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]) { view in
        view.moveSection(2, toSection: 4)
        view.reloadSections([3])
        view.deleteSections([4])
        view.insertSections([2])
      } != nil)
    // a developer forum, 80812
    #expect(
      raised([4], [3]) { view in
        view.deleteItems(at: [.at(0, 1)])
        view.moveItem(at: .at(0, 0), to: .at(0, 1))
        view.moveItem(at: .at(0, 3), to: .at(0, 0))
        view.reloadItems(at: [.at(0, 2)])
      } != nil)
    // radar 27041784
    #expect(
      raised([3, 3], [3, 3]) { view in
        view.reloadItems(at: [.at(1, 0)])
        view.moveSection(1, toSection: 0)
      } != nil)
    // a developer forum, 751732
    #expect(
      raised([10, 20, 30], [11, 21, 29]) { view in
        view.insertItems(at: [.at(0, 0), .at(1, 2)])
        view.reloadItems(at: [.at(1, 1)])
        view.deleteItems(at: [.at(2, 1)])
      }?.hasPrefix("S2") == true)
    // IGListKit 691
    #expect(
      raised([3, 3, 3, 3, 3, 3, 3, 3], [3, 4, 3, 3, 3, 3, 3, 3, 3]) { view in
        view.insertItems(at: [.at(1, 0)])
        view.insertSections([0])
        view.moveSection(3, toSection: 1)
      }?.hasPrefix("S1") == true)
    // Bento 51
    #expect(
      raised([2, 2], [2, 1, 3]) { view in
        view.insertSections([1])
        view.moveSection(1, toSection: 2)
        view.insertItems(at: [.at(2, 0)])
      }?.hasPrefix("S1") == true)
    // TLIndexPathTools 13
    #expect(
      raised([2, 2], [2, 1, 1]) { view in
        view.insertSections([2])
        view.moveItem(at: .at(1, 0), to: .at(2, 0))
      } != nil)
    // JSQDataSourcesKit 12
    #expect(
      raised([1, 1], [2]) { view in
        view.deleteSections([0])
        view.moveItem(at: .at(0, 0), to: .at(0, 0))
      } != nil)
    // radar 28163205
    #expect(raised([4, 0], [5, 0]) { $0.reloadSections([0, 1]) }?.hasPrefix("S3") == true)
  }

  // MARK: - R0 and R8

  @Test("Data that changes before the batch raises") func changedOutside() {
    let fixture = fixture([2])
    let raised = StandInException.recording {
      fixture.items = [["a"]]
      fixture.view.performBatchUpdates({ fixture.view.deleteItems(at: [.at(0, 0)]) })
    }
    #expect(raised.first?.reason.hasPrefix("R0") == true)
  }

  @Test("A batch with a pending reload reads the counts at its beginning") func pendingReload() {
    let fixture = fixture([2])
    fixture.items = [["a"]]
    fixture.view.reloadData()
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates({
        fixture.items = [["a", "b"]]
        fixture.view.insertItems(at: [.at(0, 1)])
      })
    }
    #expect(raised == [])
    #expect(fixture.texts == ["a", "b"])
  }

  @Test("A reload or a batch inside a batch raises") func nesting() {
    let fixture = fixture([2])
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates({ fixture.view.performBatchUpdates({}) })
      fixture.view.layoutIfNeeded()
      fixture.view.performBatchUpdates({ fixture.view.reloadData() })
    }
    #expect(raised.map { $0.reason.prefix(2) } == ["R8", "R8"])
  }

  @Test("A batch without a window, before the first layout, or while cells are created raises") func notReady() {
    let fixture = CollectionFixture([["a"]], isInWindow: false)
    var raised = StandInException.recording { fixture.view.performBatchUpdates({}) }
    fixture.window.addSubview(fixture.view)
    raised += StandInException.recording { fixture.view.insertItems(at: []) }
    fixture.dequeue = { [unowned fixture] view, path in
      fixture.dequeue = nil
      view.performBatchUpdates({})
      return view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    raised += StandInException.recording { fixture.layOut() }
    #expect(raised.map { $0.reason.prefix(2) } == ["R8", "R8", "R8"])
  }

  @Test("A batch or a reload during an interactive move raises") func moving() {
    let fixture = fixture([2])
    _ = fixture.view.beginInteractiveMovementForItem(at: .at(0, 0))
    let raised = StandInException.recording {
      fixture.view.performBatchUpdates({})
      fixture.view.reloadData()
    }
    #expect(raised.map { $0.reason.prefix(2) } == ["R8", "R8"])
  }

  @Test("A layout receives the updates of a batch") func layoutHears() {
    final class Listening: UICollectionViewFlowLayout {
      var heard: [UICollectionViewUpdateItem.Action] = []
      override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        heard = updateItems.map(\.updateAction)
      }
    }
    let fixture = fixture([2])
    let layout = Listening()
    layout.itemSize = CGSize(width: 100, height: 20)
    fixture.view.setCollectionViewLayout(layout, animated: false)
    fixture.view.layoutIfNeeded()
    fixture.view.performBatchUpdates({
      fixture.items[0] = ["0.1", "c"]
      fixture.view.deleteItems(at: [.at(0, 0)])
      fixture.view.insertItems(at: [.at(0, 1)])
    })
    #expect(layout.heard == [.delete, .insert])
  }
}
