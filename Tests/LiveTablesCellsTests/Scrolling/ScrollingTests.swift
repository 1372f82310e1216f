import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

@Suite("The visible area while the table changes", .timeLimit(.minutes(20))) @MainActor struct ScrollingTests {
  private func batch(_ body: (inout BatchOperations) -> Void) -> BatchOperations {
    var operations = BatchOperations()
    body(&operations)
    return operations
  }

  private func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

  private func anchor(
    _ operations: BatchOperations, offset: Double, _ keeping: ContentOffsetAdjustment = .unlessAtTop
  ) -> ScrollAnchor? {
    let rows = (0..<4).map { (path: path($0), top: Double($0) * 10) }
    return ScrollAnchor(for: operations, rows: rows[1...], offset: offset, keeping: keeping)
  }

  @Test("the anchor is the first visible row that stays and does not move")
  func anchors() {
    let inserted = batch { $0.insertedRows = [path(0), path(1)] }
    #expect(anchor(inserted, offset: 12)?.path == path(3) && anchor(inserted, offset: 12)?.distance == -2)
    let removed = batch { $0.deletedRows = [path(1)] }
    #expect(anchor(removed, offset: 12)?.path == path(1) && anchor(removed, offset: 12)?.distance == 8)
    let moved = batch { $0.movedRows = [BatchMove(from: path(1), to: path(3))] }
    #expect(anchor(moved, offset: 12)?.path == path(1))
    let gone = batch { $0.deletedSections = [0] }
    #expect(anchor(gone, offset: 12) == nil)
    #expect(anchor(inserted, offset: 12)?.offset { _ in 100 } == 102)
    #expect(anchor(inserted, offset: 12)?.offset { _ in nil } == nil)
  }

  @Test("changes above the anchor are counted, and changes below it or to itself are not")
  func above() {
    func hasChanges(_ body: (inout BatchOperations) -> Void) -> Bool? {
      ScrollAnchor(for: batch(body), rows: [(RowPath(2, 1), 50)], offset: 40)?.hasChangesAbove
    }
    #expect(hasChanges { $0.insertedRows = [RowPath(2, 1)] } == true)
    #expect(hasChanges { $0.insertedRows = [RowPath(2, 2), RowPath(3, 0)] } == false)
    #expect(hasChanges { $0.deletedRows = [RowPath(1, 7)] } == true)
    #expect(hasChanges { $0.deletedRows = [RowPath(2, 2)] } == false)
    #expect(hasChanges { $0.movedRows = [BatchMove(from: RowPath(4, 0), to: RowPath(0, 0))] } == true)
    #expect(hasChanges { $0.movedRows = [BatchMove(from: RowPath(2, 0), to: RowPath(2, 5))] } == true)
    #expect(hasChanges { $0.movedRows = [BatchMove(from: RowPath(2, 4), to: RowPath(2, 5))] } == false)
    #expect(hasChanges { $0.updatedRows = [RowPath(0, 0), RowPath(2, 1)] } == false)
    for section in 0..<5 {
      #expect(hasChanges { $0.insertedSections = [section] } == (section <= 2))
      if section != 2 { #expect(hasChanges { $0.deletedSections = [section] } == (section < 2)) }
    }
    #expect(hasChanges { $0.movedSections = [BatchMove(from: 4, to: 3)] } == false)
    #expect(hasChanges { $0.movedSections = [BatchMove(from: 2, to: 2), BatchMove(from: 4, to: 3)] } == false)
    #expect(hasChanges { $0.movedSections = [BatchMove(from: 4, to: 0)] } == true)
    #expect(hasChanges { $0.movedSections = [BatchMove(from: 0, to: 4)] } == true)
  }

  @Test("no row is kept in place at the top unless requested, and never if disabled")
  func keeping() {
    let inserted = batch { $0.insertedRows = [path(0)] }
    #expect(anchor(inserted, offset: 0) == nil && anchor(inserted, offset: 0, .always) != nil)
    #expect(anchor(inserted, offset: 5, .never) == nil)
  }

  @Test("rows inserted above the screen leave the visible rows in place")
  func insertedAbove() async throws {
    let view = ItemView(.items(), height: 100)
    view.rowHeight = { $0.row % 2 == 0 ? 40 : 30 }
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<20)))
      view.scroll(to: 75)
      let seen = view.visibleTexts
      let distance = view.distance(of: view.visiblePaths[0])
      try await store.submit(TableSnapshot(rows: items(100..<104) + items(0..<20)))
      #expect(view.visibleTexts == seen && view.distance(of: view.visiblePaths[0]) == distance)
      try await store.edit { $0.remove(id: 100) }
      #expect(view.visibleTexts.contains(seen[0]) && view.distance(of: view.visiblePaths[0]) == distance)
      view.scroll(to: 0)
      try await store.edit { $0.insert(Item(200), at: .before(101)) }
      #expect(view.visibleTexts[0] == "200", "at the very top what is new is to be seen")
      view.contentOffsetAdjustment = .always
      try await store.edit { $0.insert(Item(201), at: .before(200)) }
      #expect(view.visibleTexts[0] == "200")
      view.contentOffsetAdjustment = .never
      let offset = view.offset
      try await store.edit { $0.insert(Item(202), at: .before(201)) }
      #expect(view.offset == offset)
    }
  }

  @Test("a reload leaves the first visible row in place if it still exists")
  func reload() async throws {
    let view = ItemView(.items(), height: 100)
    try await showing(view, options: BindingOptions(maximumBatchSize: 0)) { store in
      try await store.submit(TableSnapshot(rows: items(0..<20)))
      view.scroll(to: 120)
      let seen = view.visibleTexts
      try await store.submit(TableSnapshot(rows: items(50..<60) + items(0..<20)))
      #expect(view.visibleTexts == seen && view.reloads == 3)
    }
  }

  @Test("a row is scrolled to the requested position, as far as the content allows")
  func positions() {
    func offset(_ position: ScrollAlignment, _ row: ClosedRange<Double>, from offset: Double = 100) -> Double {
      position.offset(showing: row, offset: offset, height: 50, content: 500)
    }
    #expect(offset(.nearest, 110...120) == 100, "it is on the screen")
    #expect(offset(.nearest, 40...50) == 40 && offset(.nearest, 200...210) == 160)
    #expect(offset(.top, 200...210) == 200 && offset(.bottom, 200...210) == 160 && offset(.middle, 200...210) == 180)
    #expect(offset(.top, 490...500) == 450 && offset(.bottom, 0...10) == 0)
    #expect(offset(.nearest, 200...300) == 200, "of a row that is higher than the screen the beginning is shown")
    #expect(ScrollAlignment.top.offset(showing: 0...10, offset: 0, height: 50, content: 20) == 0)
  }

  @Test("a row can be scrolled to by its identity")
  func byIdentity() async throws {
    let view = ItemView(.items(), height: 88)
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<50)))
      #expect(view.scroll(toRow: 30, at: .top) && view.visibleTexts == ["30", "31"])
      #expect(view.scroll(toRow: 10) && view.visibleTexts == ["10", "11"])
      #expect(view.scroll(toRow: 11) && view.visibleTexts == ["10", "11"], "it is in sight")
      #expect(!view.scroll(toRow: 999) && view.visibleTexts == ["10", "11"])
      view.scroll(to: RowPath(section: 7, row: 7), at: .top, animated: false)
      #expect(view.visibleTexts == ["10", "11"])
    }
  }
  /// A view that records whether it scrolls with animation.
  private final class ScrolledView: ScrollableTableView {
    let link = TableLink<OneSection, Item>()
    private(set) var isAnimated: [Bool] = []

    func reload(commit: () -> Void) { commit() }

    func perform(_ stage: BatchUpdate<OneSection, Item>, animation: BatchAnimation, commit: () -> Void) { commit() }

    func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) { isAnimated.append(animated) }
  }

  @Test("scrolling to a row is animated by default")
  func animatedByDefault() {
    let view = ScrolledView()
    let binding = view.show(flat(1))
    #expect(view.scroll(toRow: 1) && view.scroll(toRow: 1, animated: false))
    #expect(view.isAnimated == [true, false])
    binding.cancel()
  }
}
