import Foundation

/// The faults without an observable effect, each with the reason, listed in Tests/Mutants/equivalent.txt.
///
/// A line is `file | rule | text | reason`, where `text` is the faulty source as the report prints it, or `text in line`
/// if the file contains the text more than once.
struct Equivalents {
  struct Entry {
    let file: String
    let rule: String
    let text: String
  }

  private let entries: [Entry]

  init(_ root: URL) throws {
    let path = root.appending(path: "Tests/Mutants/equivalent.txt")
    entries = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let parts = $0.components(separatedBy: " | ")
      guard parts.count == 4, parts[3].count > 10 else {
        throw Failure(description: "equivalent.txt: no reason in \($0)")
      }
      return Entry(file: parts[0], rule: parts[1], text: parts[2])
    }
  }

  func contains(_ fault: Fault) -> Bool {
    entries.contains { $0.matches(fault) }
  }

  /// Returns the entries of these modules that no longer match a fault.
  func stale(_ faults: [Fault], modules: [String]) -> [Entry] {
    entries.filter { entry in
      modules.contains { entry.file.hasPrefix("Sources/\($0)/") } && !faults.contains { entry.matches($0) }
    }
  }
}

extension Equivalents.Entry {
  func matches(_ fault: Fault) -> Bool {
    file == fault.file && rule == fault.rule.rawValue
      && [fault.text, "\(fault.text) in \(fault.context)"].contains(text)
  }
}
