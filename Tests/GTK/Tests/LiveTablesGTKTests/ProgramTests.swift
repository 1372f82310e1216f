import Foundation
import XCTest

/// Tests that run programs in separate processes.
final class ProgramTests: XCTestCase {
  private func run(_ command: [String], environment: [String: String] = [:]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  private func built(_ name: String) -> String { Bundle(for: Self.self).bundleURL.appending(path: name).path() }

  @MainActor func testAScreenReaderIsToldOfRowsAndNodes() async throws {
    try needsDisplay()
    let hasReader = try run(["/usr/bin/python3", "-c", "import gi; gi.require_version('Atspi', '2.0')"]).status == 0
    try XCTSkipUnless(hasReader, "needs python3-gi and gir1.2-atspi-2.0")
    let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let script = root.appending(path: "accessibility").path()
    let (text, status) = try run(
      ["timeout", "60", "dbus-run-session", "--", script, built("gtk-loop")], environment: ["GTK_A11Y": "atspi"])
    XCTAssertEqual(status, 0, text)
    XCTAssertTrue(text.contains("\naccessible\n"), text)
  }

  @MainActor func testTheBenchmarkCountsBinds() async throws {
    try needsDisplay()
    let (text, status) = try run([built("gtk-benchmark"), "3000", "4"])
    XCTAssertEqual(status, 0, text)
    let json = try XCTUnwrap(text.range(of: "[\n").map { Data(text[$0.lowerBound...].utf8) }, text)
    let all = try XCTUnwrap(JSONSerialization.jsonObject(with: json) as? [[String: Any]], text)
    XCTAssertEqual(all.count, 1)
    let figures = try XCTUnwrap(all.first)
    XCTAssertEqual(
      Set(figures.keys),
      [
        "scenario", "rows", "updates", "subject_ms", "baselines_ms", "subject_binds", "baselines_binds",
        "needless_binds",
      ])
    XCTAssertEqual(figures["scenario"] as? String, "gtk")
    XCTAssertEqual(figures["needless_binds"] as? Double, 0)
    let binds = try XCTUnwrap(figures["subject_binds"] as? Double)
    let usual = try XCTUnwrap(figures["baselines_binds"] as? [String: Double])
    XCTAssertEqual(Set(usual.keys), ["appending", "rebuilding"])
    XCTAssertTrue((3...12).contains(binds), "three rows change near the top, and rows enter; \(binds)")
    for (name, count) in usual { XCTAssertGreaterThan(count, 100, name) }
  }
}
