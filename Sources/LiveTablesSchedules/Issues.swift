#if compiler(>=6.3) && canImport(Glibc)
import Testing
import XCTest

/// The expectations that fail while a body runs.
enum Issues {
  /// Runs a body so that expectations of Swift Testing that fail are added to `notes` instead of being reported.
  static func collect(_ notes: Notes, _ body: @escaping @Sendable () async throws -> Void) async {
    do {
      guard let test = Test.current else { return try await body() }
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        if issue.isFailure { notes.add(text(of: issue)) }
        return nil
      }
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    } catch is ExpectationFailedError where !notes.problems.isEmpty {
      // The requirement that failed is a problem already.
    } catch {
      notes.add("the body threw \(error)")
    }
  }

  private static func text(of issue: Issue) -> String {
    guard let place = issue.sourceLocation else { return "\(issue)" }
    return "\(issue) (\(place.fileID):\(place.line))"
  }

  /// Adds assertions of XCTest that fail to the current notes, from now on.
  static func observeAssertions() { XCTestObservationCenter.shared.addTestObserver(Observer()) }

  private final class Observer: NSObject, XCTestObservation {
    func testCase(_ testCase: XCTestCase, didFailWithDescription text: String, inFile file: String?, atLine line: Int) {
      Notes.current?.add(text + (file.map { " (\($0):\(line))" } ?? ""))
      testCase.continueAfterFailure = true  // otherwise XCTest would end the process now
    }
  }
}

/// The problems of a single run.
final class Notes: @unchecked Sendable {  // used on the thread that runs jobs
  /// The notes of the current run.
  nonisolated(unsafe) static var current: Notes?  // used on the thread that runs jobs

  private(set) var problems: [String] = []

  func add(_ problem: String) { problems.append(problem) }
}
#endif
