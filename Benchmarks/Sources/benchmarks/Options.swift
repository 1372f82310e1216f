/// The options of the command line.
struct Options {
  var filters: [String] = []
  var isQuick = false
  var sizes: [Int] = []
  var jsonFile: String?
  var pictureFolder: String?
  var wantsMemory = false
  var wantsHelp = false

  static let help = """
    Measures LiveTables' differences beside others.

      --filter TEXT   only what has TEXT in its name (scenario/ids/storage/rows, eight/scenario/ids-storage/rows for rows with eight
                      fields, or study/name); may be repeated
      --quick         100,000 rows only (10 and 10,000 with eight fields), without the standard library's difference
      --rows N        tables of N rows instead of the usual sizes; may be repeated
      --memory        also the study of ten million rows, which takes some gigabytes
      --json FILE     writes the results for machines
      --svg DIR       draws the results
      --help          prints this
    """

  /// - Throws: An error about the first invalid argument.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--memory": wantsMemory = true
      case "--help", "-h": wantsHelp = true
      case "--rows":
        guard let size = arguments.next().flatMap({ Int($0) }), size >= 1000 else {
          throw OptionError("\(argument) needs a number, 1000 or more")
        }
        sizes.append(size)
      case "--filter", "--json", "--svg":
        guard let value = arguments.next() else { throw OptionError("\(argument) needs a value") }
        if argument == "--filter" { filters.append(value) }
        if argument == "--json" { jsonFile = value }
        if argument == "--svg" { pictureFolder = value }
      default: throw OptionError("\(argument) means nothing here")
      }
    }
  }

  /// The cases to measure, in order.
  var cases: [Case] {
    var cases: [Case] = []
    for scenario in Scenario.allCases {
      for row in scenario.rowKinds {
        for identity in row.identities {
          for storage in row.storages {
            for rows in sizes(of: scenario, row) {
              let next = Case(scenario: scenario, row: row, identity: identity, storage: storage, rows: rows)
              if isWanted(next.name) { cases.append(next) }
            }
          }
        }
      }
    }
    return cases
  }

  /// The studies to run, in order.
  var studies: [Study] {
    Study.allCases.filter { isWanted("study/\($0.rawValue)") && (!$0.isLong || wantsMemory) }
  }

  private func isWanted(_ name: String) -> Bool { filters.isEmpty || filters.contains(where: name.contains) }

  private func sizes(of scenario: Scenario, _ row: RowKind) -> [Int] {
    if row == .eight, scenario == .small { return [10, 50] }
    if !self.sizes.isEmpty { return self.sizes }
    if row == .eight { return isQuick ? [10, 10_000] : [10, 50, 1_000, 10_000, 100_000] }
    let sizes = isQuick ? [100_000] : [10_000, 100_000, 1_000_000]
    return scenario == .readme ? [5_000] + sizes : sizes
  }
}

/// An error about an invalid command line.
struct OptionError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
