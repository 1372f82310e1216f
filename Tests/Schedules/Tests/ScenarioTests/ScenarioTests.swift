import Foundation
import Scenarios
import LiveTablesSchedules
import XCTest

/// Tests that the pipeline keeps its guarantees under every schedule of every scenario, within its bound.
///
/// `SCHEDULES_WIDER=1` widens every bound by one. `SCHEDULES_SEEDS=100000` draws that many schedules instead of 5,000.
/// `SCHEDULE="two-submissions path:0.1.2"` reruns a schedule that failed.
final class ScenarioTests: XCTestCase {
  private func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  func testEverySchedule() {
    var schedules = 0
    for scenario in Scenario.small {
      guard var bound = scenario.bound else { continue }
      for _ in 0..<(number("SCHEDULES_WIDER") ?? 0) { bound = bound.wider }
      let report = Exploration(scenario.name, within: bound).exhaust(scenario.trial)
      XCTAssert(report.isComplete && report.failures.isEmpty, "\(scenario.name): \(report)")
      schedules += report.schedules
      print("\(scenario.name): \(report)")
    }
    print("explored \(schedules) schedules of \(Scenario.small.count) scenarios")
  }

  func testSeededSchedules() {
    let each = UInt64((number("SCHEDULES_SEEDS") ?? 5_000) / Scenario.all.count + 1)
    for scenario in Scenario.all {
      var exploration = Exploration(scenario.name)
      exploration.shortens = scenario.bound != nil
      let report = exploration.sample(seeds: 0..<each, scenario.trial)
      XCTAssert(report.failures.isEmpty, "\(scenario.name): \(report)")
    }
    print("drew \(each) schedules for each of \(Scenario.all.count) scenarios")
  }

  /// Tests that the documented deadline is the one that the schedules verify.
  func testDeadlineIsTheOneThatIsPromised() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../../../docs/guarantees.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    XCTAssert(
      text.lowercased().contains("within \(Scenario.deadline) turns"), "docs/guarantees.md promises something else")
  }

  /// Writes the traces that `make model` compares with the model in `Tests/Model`.
  func testTraces() throws {
    let (report, traces) = Traces.draw(seeds: 0..<UInt64(number("SCHEDULES_TRACES") ?? 1_000))
    XCTAssert(report.failures.isEmpty, "traces: \(report)")
    let package = URL(filePath: #filePath).appending(path: "../../..").standardized
    let text = traces.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    try text.write(to: package.appending(path: ".build/traces.txt"), atomically: true, encoding: .utf8)
    print("wrote \(traces.count) traces")
  }

  func testReplay() throws {
    guard let text = ProcessInfo.processInfo.environment["SCHEDULE"] else { throw XCTSkip("no SCHEDULE to rerun") }
    let parts = text.split(separator: " ").map(String.init)
    let scenario = try XCTUnwrap(Scenario.all.first { $0.name == parts.first })
    let schedule = try XCTUnwrap(parts.last.flatMap { Schedule($0) })
    XCTAssertEqual(Exploration(scenario.name).replay(schedule, scenario.trial).problems, [])
  }
}
