import Foundation
import XCTest

/// Tests GTK's main loop in a separate program, because the main thread of a test already runs another loop.
final class LoopTests: XCTestCase {
  private func run(_ mode: String) throws -> (lines: [String], errors: String, status: Int32) {
    let process = Process()
    process.executableURL = Bundle(for: Self.self).bundleURL.appending(path: "gtk-loop")
    process.arguments = [mode]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let reports = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text.split(separator: "\n").map(String.init), reports, process.terminationStatus)
  }

  func testTheMainActorRunsInTheLoop() throws {
    let (lines, _, status) = try run("facts")
    let facts = ["task", "sleep", "stream 6", "dispatch"].map { "\($0) on the main thread" }
    XCTAssertEqual(Array(lines.prefix(4)), facts)
    let idle = try XCTUnwrap(lines.dropFirst(4).first?.split(separator: " ").last.flatMap { Int($0) })
    XCTAssertLessThanOrEqual(idle, 3, "an idle loop wakes up at most once a second")
    XCTAssertEqual(status, 0)
  }

  func testQuittingCancelsTheTaskAndReturnsTheStatus() throws {
    let (lines, errors, status) = try run("quit")
    XCTAssertEqual(lines, ["cancelled on the main thread", "status 7"])
    XCTAssertFalse(errors.contains("org.livetables.loop"), errors)
    XCTAssertEqual(status, 7)
  }

  func testTheLoopEndsWithTheLastWindow() throws {
    let (lines, _, status) = try run("window")
    XCTAssertEqual(lines, ["cancelled on the main thread", "status 0"])
    XCTAssertEqual(status, 0)
  }

  func testAWindowIsNotPresentedAfterTheEnd() throws {
    let (lines, errors, status) = try run("late")
    XCTAssertEqual(lines, ["presented on the main thread", "status 0"])
    XCTAssertFalse(errors.contains("CRITICAL"), errors)
    XCTAssertEqual(status, 0)
  }

  func testASlowAnimationDoesNotStopTheMainActor() throws {
    let (lines, _, status) = try run("animation")
    let frames = try XCTUnwrap(lines.first?.split(separator: " ").last.flatMap { Int($0) })
    XCTAssertLessThanOrEqual(frames, 40, "20 jobs take turns with frames")
    XCTAssertEqual(status, 0)
  }

  func testAnErrorIsReported() throws {
    let (lines, errors, status) = try run("failure")
    XCTAssertEqual(lines, ["status 1"])
    XCTAssertTrue(errors.contains("org.livetables.loop: as planned"), errors)
    XCTAssertEqual(status, 1)
  }
}
