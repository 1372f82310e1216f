#if canImport(UIKit)
import LiveTables
import Testing

@testable import LiveTablesUIKit

@Suite("Table view: rows held by their reorder control") struct ReorderTrackerTests {
  private let here = RowPath(section: 0, row: 1)
  private let there = RowPath(section: 0, row: 2)

  @Test("A row is held while it would go elsewhere") func targeted() {
    var tracker = ReorderTracker()
    #expect(tracker.targeted(here, from: here) == .none)
    #expect(tracker.targeted(there, from: here) == .begin)
    #expect(tracker.targeted(there, from: here) == .none)
    #expect(tracker.targeted(here, from: here) == .end)
    #expect(tracker.over() == .none)
  }

  @Test("It is let go once") func over() {
    var tracker = ReorderTracker()
    #expect(tracker.targeted(there, from: here) == .begin)
    #expect(tracker.over() == .end)
    #expect(tracker.over() == .none)
    #expect(!tracker.isHolding)
  }
}
#endif
