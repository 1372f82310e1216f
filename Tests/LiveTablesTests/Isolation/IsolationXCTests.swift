import XCTest

/// Tests promise 34 under XCTest, where the main actor is on the main thread.
final class IsolationXCTests: XCTestCase {
  @MainActor func testMainActorUnderXCTest() async throws {
    let shown = try await IsolatedView.showTwoTables()
    XCTAssertEqual(shown.rows, [2, 3])
    XCTAssertEqual(shown.turns, 2)
  }
}
