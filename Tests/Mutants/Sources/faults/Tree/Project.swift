import Foundation
import SwiftParser

/// The project in whose sources faults are planted.
struct Project {
  static let modules = [
    "TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesTerminal", "LiveTablesSQLite",
    "livetable",
  ]

  /// The test targets, each with the modules that it tests.
  private static let tested: [String: Set<String>] = [
    "TableDiffTests": ["TableDiff", "LiveTables"],
    "LiveTablesTests": ["TableDiff", "LiveTables", "LiveTablesOperators"],
    "LiveTablesCellsTests": ["LiveTables", "LiveTablesCells"],
    "LiveTablesOperatorsTests": ["LiveTables", "LiveTablesOperators"],
    "LiveTablesTestingTests": ["LiveTables", "LiveTablesCells"],
    "LiveTablesUIKitTests": ["LiveTables", "LiveTablesCells"],
    "AdapterTests": ["LiveTables", "LiveTablesCells"],
    "LiveTablesTerminalTests": ["LiveTablesTerminal"],
    "LiveTablesSQLiteTests": ["LiveTablesSQLite"],
    "LivetableTests": ["livetable"],
  ]

  static func modules(testedBy target: String) -> Set<String> { tested[target] ?? [] }

  /// The test targets that test a module with faults.
  var tests: [String] { Self.tested.filter { !$0.value.isDisjoint(with: faulty) }.keys.sorted() }

  let root: URL
  /// The modules in which faults are planted.
  let faulty: [String]
  /// The faulty modules and the modules that they and their tests depend on, in build order.
  let modules: [String]
  /// The sources of `modules` by file, beginning with `Sources/`.
  let sources: [String: String]

  init(_ root: URL, faulty: [String]) throws {
    self.root = root
    self.faulty = faulty
    let isTool = faulty.contains("livetable")
    modules = Self.modules.filter {
      faulty.contains($0) || isTool
        || ["TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators"].contains($0)
    }
    var sources: [String: String] = [:]
    for module in modules {
      let folder = root.appending(path: "Sources/\(module)").path()
      for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
      where path.hasSuffix(".swift") {
        sources["Sources/\(module)/\(path)"] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      }
    }
    self.sources = sources
  }

  /// Returns all faults, ordered by file and position; a fault's number is its index plus one.
  func faults() -> [Fault] {
    var neighbours = Neighbours()
    for source in sources.values { neighbours.learn(Parser.parse(source: source)) }
    return sources.keys.sorted().filter { faulty.contains(String($0.split(separator: "/")[1])) }.flatMap { file in
      Finder.faults(in: file, sources[file]!, neighbours).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
  }
}
