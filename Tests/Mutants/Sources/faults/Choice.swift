import Foundation

/// The options that select faults and limit the run: `[--modules A,B] [--sample N|A=N]… [--offset N] [--from FILE]
/// [--seconds N] [--longest N] [--jobs N] [--floor N] [--list] [--build] [--built] [--again] [FILE[:LINE]…]`.
struct Choice {
  private(set) var modules = Project.modules
  /// The number of faults to plant in each module, or `nil` for all.
  private var sample: Int?
  /// The number of faults to plant in single modules; overrides `sample`.
  private var samples: [String: Int] = [:]
  /// The number of faults to skip at the start of a sample.
  private(set) var offset = 0
  /// The file with an earlier run's output; only the faults it names are planted.
  private var earlier: String?
  /// The time after which no further fault is started.
  private(set) var seconds: Int?
  /// The longest time, in seconds, that a suite may take; slower suites are skipped.
  private(set) var longest = 60
  private(set) var jobs = 2
  /// The percentage of faults that the tests have to detect.
  private(set) var floor = 0
  private(set) var listsOnly = false
  private(set) var buildsOnly = false
  /// Whether to run the existing copy instead of building it.
  private(set) var isBuilt = false
  /// Whether to run undetected faults again.
  private(set) var runsAgain = false
  private(set) var places: [String] = []

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    func number(_ name: String) throws -> Int {
      guard let value = arguments.next().flatMap({ Int($0) }), value >= 0 else {
        throw Failure(description: "\(name) wants a number")
      }
      return value
    }
    while let argument = arguments.next() {
      switch argument {
      case "--modules":
        modules = (arguments.next() ?? "").split(separator: ",").map(String.init)
        if modules.isEmpty || !Set(modules).isSubset(of: Project.modules) {
          throw Failure(description: "--modules wants some of \(Project.modules.joined(separator: ","))")
        }
      case "--sample": try takeSample(arguments.next() ?? "")
      case "--offset": offset = try number(argument)
      case "--from": earlier = arguments.next() ?? ""
      case "--seconds": seconds = try number(argument)
      case "--longest": longest = max(1, try number(argument))
      case "--jobs": jobs = max(1, try number(argument))
      case "--floor": floor = try number(argument)
      case "--list": listsOnly = true
      case "--build": buildsOnly = true
      case "--built": isBuilt = true
      case "--again": runsAgain = true
      case _ where argument.hasPrefix("-"): throw Failure(description: "unknown option \(argument)")
      default: places.append(argument)
      }
    }
  }

  private mutating func takeSample(_ text: String) throws {
    let parts = text.split(separator: "=")
    guard let count = parts.last.flatMap({ Int($0) }), count >= 0, parts.count <= 2 else {
      throw Failure(description: "--sample wants a number, or a module and its number: LiveTables=350")
    }
    if parts.count == 1 { sample = count } else { samples[String(parts[0])] = count }
  }

  /// Returns the numbers of the faults to plant.
  ///
  /// A sample does not change with other parts of the sources, and a larger sample contains the smaller ones.
  func numbers(_ faults: [Fault]) throws -> [Int] {
    if let earlier {
      return EarlierRun(try String(contentsOfFile: earlier, encoding: .utf8)).numbers(
        faults.enumerated().filter { modules.contains($0.element.module) })
    }
    let usable = faults.indices.map { $0 + 1 }.filter { number in
      places.isEmpty || places.contains { faults[number - 1].isAt("Sources/" + $0) }
    }
    return modules.flatMap { module in
      let mine = usable.filter { faults[$0 - 1].module == module }
      guard let sample = samples[module] ?? sample, sample < mine.count else { return mine }
      let lots = Self.lots(mine.map { faults[$0 - 1] })
      let drawn = mine.indices.sorted { (lots[$0], $0) < (lots[$1], $1) }
      return (0..<sample).map { mine[drawn[($0 + offset) % mine.count]] }
    }
  }

  /// Returns a pseudorandom number for each fault, which depends only on the fault: the FNV-1a hash of its file, rule,
  /// text, and the count of equal faults before it.
  private static func lots(_ faults: [Fault]) -> [UInt64] {
    var count: [String: Int] = [:]
    return faults.map { fault in
      let name = "\(fault.file.split(separator: "/").last ?? "")|\(fault.rule.rawValue)|\(fault.text)"
      count[name, default: 0] += 1
      return "\(name)|\(count[name] ?? 0)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
  }
}
