/// The faults named in the output of an earlier run, matched to the current sources.
struct EarlierRun {
  private struct Line {
    let file: Substring
    let number: Int
    let rule: String
    let text: Substring
  }

  private let lines: [Line]

  /// - Parameter output: The output of the run, or some of its lines.
  init(_ output: String) {
    let line = /[a-z]+: (Sources\/[^:]+):(\d+):\d+ ([A-Za-z ]+): (.*)/.repetitionBehavior(.reluctant)
    lines = output.split(separator: "\n").compactMap { text in
      (try? line.wholeMatch(in: text)).map {
        Line(file: $0.1, number: Int($0.2) ?? 0, rule: String($0.3), text: $0.4)
      }
    }
  }

  /// Returns the fault with each line's file name, rule and text; of several, the one nearest to the line number.
  func numbers(_ faults: [(offset: Int, element: Fault)]) -> [Int] {
    var known: [[String]: [(offset: Int, element: Fault)]] = [:]
    for fault in faults { known[Self.key(fault.element.file, fault.element), default: []].append(fault) }
    let found = lines.compactMap { line -> Int? in
      let key = [line.file.name, line.rule, String(line.text)]
      func distance(_ index: Int) -> Int { abs((known[key]?[index].element.line ?? 0) - line.number) }
      guard let nearest = known[key]?.indices.min(by: { distance($0) < distance($1) }) else { return nil }
      return known[key]?.remove(at: nearest).offset.advanced(by: 1)
    }
    say("of \(lines.count) faults of an earlier run, \(lines.count - found.count) are gone")
    return found
  }

  private static func key(_ file: String, _ fault: Fault) -> [String] {
    [file[...].name, fault.rule.rawValue, fault.text]
  }
}

extension Substring {
  /// The last component of a path.
  fileprivate var name: String { String(split(separator: "/").last ?? "") }
}
