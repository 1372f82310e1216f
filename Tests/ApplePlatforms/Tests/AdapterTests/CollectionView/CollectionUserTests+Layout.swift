@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

/// Tests of changes during a layout pass and before the first one.
extension CollectionUserTests {
  @Test("A cell that is reconfigured in place is measured again") func measuredAgain() async throws {
    let screen = try await Screen([1, 2])
    let cells = screen.view.visibleCells
    let before = cells.map(\.standInInvalidations)
    screen.binder.link.selection.mode = .one
    screen.binder.link.selection.select(id: 2)
    #expect(zip(cells, before).map { $0.standInInvalidations - $1 } == [0, 1])
    try await screen.store.submit(Screen.table([[1, 2, 3]]))
    #expect(zip(cells, before).map { $0.standInInvalidations - $1 } == [0, 1], "nothing is new in these")
  }

  @Test("A row that is selected before the view is on screen is scrolled to when the view appears")
  func scrollsLater() async throws {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: layout)
    let binder = Binder(.one(Tile.self) { cell, item, _ in cell.id = item.id })
    binder.attach(to: view).show(Screen.table([(0..<100).map { Item(integerLiteral: $0) }]))
    binder.link.selection.mode = .one
    binder.link.selection.select(id: 50)
    let window = UIWindow(frame: view.frame)
    window.addSubview(view)
    window.layoutIfNeeded()
    let isShown = { view.indexPathsForVisibleItems.contains([0, 50]) }
    await until {
      view.layoutIfNeeded()
      return isShown()
    }
    #expect(isShown() && view.indexPathsForSelectedItems == [[0, 50]])
  }

  @Test("A tap selects a row that the view deselected itself") func deselected() async throws {
    let screen = try await Screen([1, 2])
    screen.binder.link.selection.mode = .many
    screen.binder.link.selection.select(id: 1)
    screen.view.deselectItem(at: [0, 0], animated: false)
    screen.view.standInTap([0, 0])
    #expect(screen.binder.link.selection.ids == [1] && screen.selected == [0])
    screen.view.standInTap([0, 0])
    #expect(screen.binder.link.selection.ids == [] && screen.selected == [])
  }

  @Test("A cell that changes the table while it is created causes no error") func reentrant() async throws {
    let screen = try await Screen()
    var isDone = false
    var binder: Binder?
    let made = Binder(
      .one(Tile.self) { cell, item, _ in
        cell.id = item.id
        if item.id == 15, !isDone {
          isDone = true
          binder?.link.editing.delete(at: RowPath(section: 0, row: 2))
          binder?.link.editing.delete(at: RowPath(section: 0, row: 38))
        }
      })
    binder = made
    made.link.editing.rules = .deleting()
    let store = TableStore<Int, Item>()
    made.attach(to: screen.view).bind(store)
    let exceptions = try await StandInException.recording {
      try await store.submit(Screen.table([(0..<40).map { Item(integerLiteral: $0) }]))
      screen.view.layoutIfNeeded()
      screen.view.standInScroll(to: CGPoint(x: 0, y: 8 * 44))
      await until { isDone && screen.view.numberOfItems(inSection: 0) == 38 }
      screen.view.layoutIfNeeded()
    }
    #expect(exceptions.isEmpty, "\(exceptions)")
    #expect(screen.view.numberOfItems(inSection: 0) == 38 && screen.view.standInMismatch == nil)
    #expect((screen.view.visibleCells.first as? Tile)?.id == 8, "it stays where it is")
    #expect(screen.view.contentOffset.y == 308)
    binder = nil
  }

  @Test("A row that is scrolled to before the view is on screen is at its position when the view appears")
  func scrollsWhereItIsShown() async throws {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    layout.minimumLineSpacing = 0
    let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 88), collectionViewLayout: layout)
    let binder = Binder(.one(Tile.self) { cell, item, _ in cell.id = item.id })
    binder.attach(to: view).show(Screen.table([(0..<100).map { Item(integerLiteral: $0) }]))
    view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 100)
    #expect(binder.scroll(toRow: 50, at: .bottom, animated: false))
    view.frame.size.height = 440
    let window = UIWindow(frame: view.frame)
    window.addSubview(view)
    window.layoutIfNeeded()
    let end = CGFloat(51 * 44 - 440)
    await until {
      view.layoutIfNeeded()
      return view.contentOffset.y == end
    }
    #expect(view.contentOffset.y == end)
  }

  @Test("A scroll request from before the view was on screen does not interrupt a user who scrolls")
  func userScrolls() async {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    layout.minimumLineSpacing = 0
    let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: layout)
    let binder = Binder(.one(Tile.self) { cell, item, _ in cell.id = item.id })
    binder.attach(to: view).show(Screen.table([(0..<100).map { Item(integerLiteral: $0) }]))
    view.layoutIfNeeded()
    #expect(binder.scroll(toRow: 50, at: .top, animated: false))
    let window = UIWindow(frame: view.frame)
    window.addSubview(view)
    view.standInPull(to: CGPoint(x: 0, y: 88))
    view.layoutIfNeeded()
    for _ in 0..<300 { await Task.yield() }
    #expect(view.contentOffset.y == 88)
  }

  @Test("A row that is scrolled to while cells are created is scrolled to later")
  func scrollsAfterLayout() async throws {
    let screen = try await Screen()
    var made: Binder?
    let binder = Binder(
      .one(Tile.self) { cell, item, _ in
        cell.id = item.id
        if item.id == 15 { #expect(made?.scroll(toRow: 50, at: .top, animated: false) == true) }
      })
    made = binder
    binder.attach(to: screen.view).show(Screen.table([(0..<100).map { Item(integerLiteral: $0) }]))
    screen.view.layoutIfNeeded()
    screen.view.standInScroll(to: CGPoint(x: 0, y: 6 * 44))
    await until { screen.view.contentOffset.y == 2_200 }
    #expect(screen.view.contentOffset.y == 2_200)
    made = nil
  }

  @Test("A row that is selected while cells are created gets a selected cell") func selectedInLayout() async throws {
    let screen = try await Screen()
    var made: Binder?
    let binder = Binder(
      .one(Tile.self, update: .reload) { cell, item, context in
        cell.id = item.id
        cell.isChosen = context.isSelected
        if item.id == 15 { made?.link.selection.select(id: 6, scrolls: false) }
      })
    made = binder
    binder.link.selection.mode = .one
    binder.attach(to: screen.view).show(Screen.table([(0..<40).map { Item(integerLiteral: $0) }]))
    screen.view.layoutIfNeeded()
    screen.view.standInScroll(to: CGPoint(x: 0, y: 6 * 44))
    func isChosen() -> Bool? {
      screen.view.layoutIfNeeded()
      return (screen.view.cellForItem(at: [0, 6]) as? Tile)?.isChosen
    }
    await until { isChosen() == true }
    #expect(isChosen() == true && screen.selected == [6] && screen.view.standInMismatch == nil)
    made = nil
  }

  @Test("Prefetching for rows ends when their section is deleted") func prefetchedSection() async throws {
    let first = (0..<30).map { Item(integerLiteral: $0) }
    let screen = try await Screen(first, [102, 103])
    var log: [String] = []
    screen.binder.prefetch = { row, scope in
      log.append("+\(row.id)")
      scope.onEnd { log.append("-\(row.id)") }
    }
    for _ in 0..<2 {
      screen.binder.collectionView(screen.view, prefetchItemsAt: [[1, 1]])
      try await screen.store.submit(Screen.table([first]))
      #expect(log == ["+103", "-103"])
      try await screen.store.submit(Screen.table([first, [102, 103]]))
      log = []
    }
  }

  @Test("Rows of a horizontal flow layout keep their horizontal position")
  func horizontal() async throws {
    let screen = try await Screen((0..<40).map { Item(integerLiteral: $0) })
    let layout = try #require(screen.view.collectionViewLayout as? UICollectionViewFlowLayout)
    layout.scrollDirection = .horizontal
    layout.itemSize = CGSize(width: 100, height: 440)
    layout.invalidateLayout()
    screen.view.layoutIfNeeded()
    screen.view.standInScroll(to: CGPoint(x: 1_030, y: 0))
    screen.view.layoutIfNeeded()
    try await screen.store.submit(Screen.table([(-3..<40).map { Item(integerLiteral: $0) }]))
    #expect(screen.view.contentOffset == CGPoint(x: 1_330, y: 0))
    screen.binder.reload {}
    #expect(screen.view.contentOffset == CGPoint(x: 1_330, y: 0))
    try await screen.store.submit(Screen.table([(0..<40).map { Item(integerLiteral: $0) }]))
    #expect(screen.view.contentOffset == CGPoint(x: 1_030, y: 0) && screen.view.standInMismatch == nil)
  }
}
