@_spi(Adapters) import LiveTablesCells
@_spi(Adapters) import LiveTablesUIKit
import Testing
import UIKit

@Suite("User input in a collection view") @MainActor struct CollectionUserTests {
  struct Item: Diffable, Identifiable, Equatable, Sendable, ExpressibleByIntegerLiteral {
    var id: Int
    init(integerLiteral id: Int) { self.id = id }
  }

  typealias Binder = CollectionViewBinder<Int, Item>

  final class Tile: UICollectionViewCell {
    var id = -1
    var isChosen = false
  }

  /// A bound collection view in a window.
  @MainActor final class Screen {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let view: UICollectionView
    let binder = Binder(
      .one(Tile.self) { cell, item, context in
        cell.id = item.id
        cell.isChosen = context.isSelected
      })
    let store = TableStore<Int, Item>()
    var binding: TableBinding<Int, Item>?

    init(_ sections: [Item]...) async throws {
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 320, height: 44)
      layout.minimumLineSpacing = 0
      view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
      window.addSubview(view)
      window.layoutIfNeeded()
      binding = binder.attach(to: view).bind(store)
      try await store.submit(Self.table(sections))
      view.layoutIfNeeded()
    }

    static func table(_ sections: [[Item]]) -> TableSnapshot<Int, Item> {
      TableSnapshot(sections: sections.enumerated().map { TableSection($0, rows: $1) })
    }

    /// The identities of the visible cells, by section.
    var shown: [[Int]] {
      view.layoutIfNeeded()
      return (0..<view.numberOfSections).map { section in
        (0..<view.numberOfItems(inSection: section)).map { item in
          (view.cellForItem(at: IndexPath(item: item, section: section)) as? Tile)?.id ?? -1
        }
      }
    }

    var selected: [Int] { (view.indexPathsForSelectedItems ?? []).map(\.item).sorted() }

  }

  @Test("A tap selects one row, which stays selected when it moves") func selectsOne() async throws {
    let screen = try await Screen([1, 2, 3])
    screen.binder.link.selection.mode = .one
    let events = screen.binder.link.events.selected
    screen.view.standInTap([0, 1])
    screen.view.standInTap([0, 2])
    #expect(screen.binder.link.selection.ids == [3] && screen.selected == [2])
    #expect((screen.view.cellForItem(at: [0, 2]) as? Tile)?.isChosen == true)
    #expect((screen.view.cellForItem(at: [0, 1]) as? Tile)?.isChosen == false)
    screen.view.standInTap([0, 2])
    try await screen.store.submit(Screen.table([[3, 1, 2]]))
    #expect(screen.selected == [0] && screen.view.standInMismatch == nil)
    screen.binding?.cancel()
    var told: [Int] = []
    for await event in events { told.append(event.row.id) }
    #expect(told == [2, 3, 3])
  }

  @Test("A tap on the selected row deselects it in the toggling mode") func toggles() async throws {
    let screen = try await Screen([1, 2, 3])
    screen.binder.link.selection.mode = .oneToggling
    screen.view.standInTap([0, 1])
    screen.view.standInTap([0, 0])
    #expect(screen.binder.link.selection.ids == [1] && screen.selected == [0])
    screen.view.standInTap([0, 0])
    #expect(screen.binder.link.selection.ids.isEmpty && screen.selected.isEmpty)
  }

  @Test("A tap on a selected row is a normal tap if the view allows multiple selection while editing")
  func togglesWhileEditing() async throws {
    let screen = try await Screen([1, 2, 3])
    screen.view.isEditing = true
    screen.view.allowsMultipleSelectionDuringEditing = true
    screen.binder.link.selection.mode = .oneToggling
    for (item, shown) in [(0, [0]), (0, []), (0, [0]), (1, [1])] {
      screen.view.standInTap([0, item])
      #expect(screen.selected == shown && screen.binder.link.selection.ids == shown.map { $0 + 1 })
    }
    screen.binder.link.selection.mode = .one
    screen.view.standInTap([0, 1])
    #expect(screen.selected == [1] && screen.binder.link.selection.ids == [2])
  }

  @Test("Several rows are selected by the user and by code, and stay selected after reloads")
  func selectsMany() async throws {
    let screen = try await Screen([1, 2, 3], [4])
    screen.binder.link.selection.mode = .many
    screen.binder.link.selection.maySelect = { item, _ in item.id != 3 }
    screen.view.standInTap([0, 0])
    screen.view.standInTap([0, 2])
    screen.view.standInTap([1, 0])
    #expect(screen.binder.link.selection.ids == [1, 4])
    screen.view.standInTap([0, 0])
    screen.binder.link.selection.select(ids: [2, 4])
    #expect(screen.view.indexPathsForSelectedItems?.sorted() == [[0, 1], [1, 0]])
    screen.view.removeFromSuperview()
    try await screen.store.submit(Screen.table([[2], [5, 4]]))
    screen.window.addSubview(screen.view)
    screen.view.layoutIfNeeded()
    #expect(screen.shown == [[2], [5, 4]])
    #expect(screen.binder.link.selection.ids == [2, 4])
    #expect(screen.view.indexPathsForSelectedItems?.sorted() == [[0, 0], [1, 1]])
    #expect(screen.view.standInMismatch == nil)
  }

  @Test("Changes during an interactive move are shown after it")
  func movement() async throws {
    let screen = try await Screen([1, 2, 3], [4])
    screen.binder.link.editing.rules = .moving(to: .anywhere)
    let edits = screen.binder.link.editing.edits
    #expect(screen.binder.beginMovement(at: RowPath(section: 0, row: 0)))
    #expect(!screen.binder.beginMovement(at: RowPath(section: 0, row: 1)))
    async let late: Void = { _ = try await screen.store.submit(Screen.table([[3, 2], [4, 9, 1]])) }()
    for _ in 0..<200 { await Task.yield() }
    #expect(screen.shown == [[1, 2, 3], [4]])
    screen.view.standInProposeMovement(to: [1, 1])
    screen.binder.endMovement()
    #expect(screen.binder.link.table.sections.map { $0.rows.map(\.id) } == [[2, 3], [4, 1]])
    try await late
    #expect(screen.shown == [[3, 2], [4, 1, 9]])  // the user's edit applies to the pending table
    #expect(!screen.binder.link.isInteracting && screen.view.standInMismatch == nil)
    screen.binding?.cancel()
    for await edit in edits {
      #expect(edit.kind == .move && edit.row.id == 1)
    }
  }

  @Test("A refused interactive move is undone, also between sections", arguments: [0, 1])
  func refused(section: Int) async throws {
    let screen = try await Screen([1, 2, 3], [4])
    screen.binder.link.editing.rules = EditRules.moving(to: .anywhere).accepting { _ in false }
    #expect(screen.binder.beginMovement(at: RowPath(section: 0, row: 0)))
    screen.view.standInProposeMovement(to: [section, 1])
    screen.binder.endMovement()
    await until { screen.shown == [[1, 2, 3], [4]] }
    #expect(screen.shown == [[1, 2, 3], [4]])
    try await screen.store.submit(Screen.table([[1, 2], [4, 3]]))
    #expect(screen.shown == [[1, 2], [4, 3]] && screen.view.standInMismatch == nil)
  }

  final class SmallTile: UICollectionViewCell {}

  @Test("A row that moves to another section gets the kind of cell for that section", arguments: [false, true])
  func kinds(byUser: Bool) async throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 44)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(view)
    window.layoutIfNeeded()
    let binder = Binder(
      .keyed(
        [true: .one(Tile.self) { _, _, _ in }, false: .one(SmallTile.self) { _, _, _ in }],
        by: { _, place in place.section == 0 }))
    binder.link.editing.rules = .moving(to: .anywhere)
    let store = TableStore<Int, Item>()
    let binding = binder.attach(to: view).bind(store)
    try await store.submit(Screen.table([[1, 2], [3]]))
    if byUser {
      view.layoutIfNeeded()
      #expect(binder.beginMovement(at: RowPath(section: 0, row: 0)))
      view.standInProposeMovement(to: [1, 1])
      binder.endMovement()
    } else {
      try await store.submit(Screen.table([[2], [3, 1]]))
    }
    func isSmall(_ path: IndexPath) -> Bool {
      view.layoutIfNeeded()
      return view.cellForItem(at: path) is SmallTile
    }
    await until { isSmall([1, 1]) }
    #expect(view.cellForItem(at: [0, 0]) is Tile && isSmall([1, 0]) && isSmall([1, 1]))
    #expect(view.standInMismatch == nil)
    binding.cancel()
  }

  @Test("A row cannot be moved to a destination that the rules refuse, and a row without permission cannot be moved")
  func destinations() async throws {
    let screen = try await Screen([1, 2, 3], [4])
    screen.binder.link.editing.rules = .moving(where: { $0.row.id != 2 }, to: .sameSection)
    #expect(!screen.binder.beginMovement(at: RowPath(section: 0, row: 1)))
    #expect(screen.binder.beginMovement(at: RowPath(section: 0, row: 0)))
    screen.view.standInProposeMovement(to: [1, 0])
    #expect(screen.view.standInMovementTarget == [0, 2])
    screen.binder.endMovement()
    #expect(screen.shown == [[2, 3, 1], [4]])
  }

  @Test("A change ends an interactive move that the app began itself") func movementOfOthers() async throws {
    let screen = try await Screen([1, 2, 3])
    screen.binder.link.editing.rules = .moving(to: .anywhere)
    #expect(screen.view.beginInteractiveMovementForItem(at: [0, 0]))
    screen.view.standInProposeMovement(to: [0, 2])
    try await screen.store.submit(Screen.table([[2, 1, 3, 4]]))
    #expect(screen.shown == [[2, 1, 3, 4]] && screen.view.standInMovementTarget == nil)
    screen.view.endInteractiveMovement()
    #expect(screen.shown == [[2, 1, 3, 4]])
  }

  @Test("The end of a binding ends an interactive move") func movementAtTheEnd() async throws {
    final class Caller: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
      func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell { UICollectionViewCell() }
    }
    let screen = try await Screen([1, 2, 3])
    let caller = Caller()
    let view = UICollectionView(frame: screen.window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    screen.window.addSubview(view)
    view.dataSource = caller
    let binding = screen.binder.attach(to: view).bind(screen.store)
    try await screen.store.submit(Screen.table([[1, 2, 3]]))
    view.layoutIfNeeded()
    screen.binder.link.editing.rules = .moving(to: .anywhere)
    #expect(screen.binder.beginMovement(at: RowPath(section: 0, row: 0)))
    binding.cancel()
    #expect(view.dataSource === caller && view.standInMovementTarget == nil && !screen.binder.link.isInteracting)
  }

  @Test("A row is dragged to a new place, and changes elsewhere are shown after the drop") func dragging() async throws
  {
    let screen = try await Screen([1, 2, 3])
    screen.binder.link.editing.rules = .moving(to: .anywhere)
    screen.binder.reordersByDragging = true
    let (drag, drop) = (try #require(screen.view.dragDelegate), try #require(screen.view.dropDelegate))
    let items = drag.collectionView(screen.view, itemsForBeginning: StandInDragSession(items: []), at: [0, 2])
    #expect(items.count == 1 && !screen.binder.link.isInteracting)  // the drag has not begun yet
    drag.collectionView(screen.view, dragSessionWillBegin: StandInDragSession(items: []))
    #expect(screen.binder.link.isInteracting)
    let other = StandInDragSession(items: items)
    #expect(!drop.collectionView(screen.view, canHandle: other))
    drag.collectionView(screen.view, dragSessionDidEnd: other)
    #expect(!screen.binder.link.isInteracting)

    let session = StandInDragSession(items: items)
    #expect(drag.collectionView(screen.view, itemsForBeginning: session, at: [0, 2]).count == 1)
    drag.collectionView(screen.view, dragSessionWillBegin: session)
    #expect(drop.collectionView(screen.view, canHandle: session))
    let proposal = drop.collectionView(screen.view, dropSessionDidUpdate: session, withDestinationIndexPath: [0, 0])
    #expect(proposal.operation == .move && proposal.intent == .insertAtDestinationIndexPath)
    let coordinator = Coordinator(items[0], session: session, at: [0, 0])
    drop.collectionView(screen.view, performDropWith: coordinator)
    drag.collectionView(screen.view, dragSessionDidEnd: session)
    #expect(screen.shown == [[3, 1, 2]] && coordinator.dropped == [0, 0])
    #expect(!screen.binder.link.isInteracting)
    screen.binder.reordersByDragging = false
    #expect(screen.view.dragDelegate == nil && screen.view.dropDelegate == nil)
  }

  @Test("A menu's action applies to its row, even if the row has moved") func menu() async throws {
    let screen = try await Screen([1, 2, 3])
    var opened: [Int] = []
    screen.binder.link.editing.rules =
      .deleting() + .actions { _ in [.delete("Delete"), RowAction("Open") { opened.append($0.row.id) }] }
    let menu = try #require(screen.view.standInContextMenu(at: [0, 1])?.standInMenu)
    #expect(menu.children.map(\.title) == ["Delete", "Open"])
    try await screen.store.submit(Screen.table([[3, 1, 2]]))
    for case let action as UIAction in menu.children.reversed() { action.standInChoose() }
    #expect(opened == [2] && screen.shown == [[3, 1]])
    for case let action as UIAction in menu.children { action.standInChoose() }
    #expect(screen.shown == [[3, 1]])

    let swipe = try #require(screen.binder.swipeActions(at: [0, 0]))
    var answers: [Bool] = []
    swipe.actions[0].handler(swipe.actions[0], screen.view) { answers.append($0) }
    #expect(answers == [true] && screen.shown == [[1]])
  }

  @Test("Work for a row ends when the row leaves the screen, and starts again when it returns")
  func scrolling() async throws {
    let screen = try await Screen()
    var log: [String] = []
    let binder = Binder(
      .one(Tile.self) { cell, item, context in
        log.append("+\(item.id)")
        context.scope.onEnd { log.append("-\(item.id)") }
      })
    let store = TableStore<Int, Item>()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(Screen.table([(0..<40).map { Item(integerLiteral: $0) }]))
    screen.view.layoutIfNeeded()
    #expect(Set(log) == Set((0..<10).map { "+\($0)" }))
    for offset in stride(from: 0, through: 1320, by: 330) { screen.view.standInScroll(to: CGPoint(x: 0, y: offset)) }
    #expect(binder.cells.shownCell(at: RowPath(section: 0, row: 39)) != nil)
    for offset in stride(from: 1320, through: 0, by: -330) { screen.view.standInScroll(to: CGPoint(x: 0, y: offset)) }
    let running = (0..<40).filter { id in
      log.filter { $0 == "+\(id)" }.count > log.filter { $0 == "-\(id)" }.count
    }
    #expect(Set(running).isSuperset(of: 0..<10) && running.count <= 12)  // one or two are requested ahead
    #expect(screen.view.standInMismatch == nil)
  }

  @Test("Pulling down calls the refresh action once at a time, and ends with the binding")
  func refresh() async throws {
    let screen = try await Screen([1])
    let (gate, open) = AsyncStream<Void>.makeStream()
    var (begun, ended) = (0, 0)
    screen.binder.onRefresh = {
      begun += 1
      for await _ in gate { break }
      ended += 1
    }
    screen.view.standInPullToRefresh()
    await until { begun == 1 }
    #expect(screen.view.refreshControl?.isRefreshing == true)
    open.yield()
    await until { ended == 1 && screen.view.refreshControl?.isRefreshing == false }
    #expect(ended == 1 && screen.view.refreshControl?.isRefreshing == false)
    screen.binder.onRefresh = nil
    #expect(screen.view.refreshControl == nil)
  }

  /// A stub of a drop coordinator that records the index path of the drop.
  final class Coordinator: NSObject, UICollectionViewDropCoordinator, UICollectionViewDropItem, UIDragAnimating {
    let dragItem: UIDragItem
    let session: any UIDropSession
    let destinationIndexPath: IndexPath?
    var dropped: IndexPath?

    init(_ item: UIDragItem, session: any UIDropSession, at path: IndexPath) {
      dragItem = item
      self.session = session
      destinationIndexPath = path
    }

    var items: [any UICollectionViewDropItem] { [self] }
    var sourceIndexPath: IndexPath? { nil }
    var previewSize: CGSize { .zero }
    var proposal: UICollectionViewDropProposal { UICollectionViewDropProposal(operation: .move) }

    func addAnimations(_ animations: @escaping () -> Void) {}

    func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
      dropped = indexPath
      return self
    }

  }
}
