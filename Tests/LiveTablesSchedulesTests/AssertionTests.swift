#if compiler(>=6.3) && canImport(Glibc)
import LiveTablesSchedules
import XCTest

/// Tests that a failed assertion of XCTest fails a schedule.
final class AssertionTests: XCTestCase {
  func testAnAssertionFailsASchedule() async throws {
    continueAfterFailure = false
    do {
      try await Schedules.explore { _ in
        let account = Account()
        async let first: Void = account.deposit(1)
        async let second: Void = account.deposit(2)
        _ = await (first, second)
        let balance = await account.balance
        XCTAssertEqual(balance, 3)
      }
      XCTFail("no schedule failed")
    } catch let failure as ScheduleFailure {
      XCTAssert(failure.problems.first?.contains("is not equal to") == true, "\(failure)")
    }
  }
}
#endif
