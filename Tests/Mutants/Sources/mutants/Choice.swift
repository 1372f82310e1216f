/// The options that select faults: `[--quick] [--part N/M] [--check] [NAME…]`.
struct Choice {
  private var names: Set<String> = []
  private var isQuick = false
  private var part = (number: 0, count: 1)
  /// Whether to check only that all faults match the sources.
  private(set) var checksOnly = false

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--check": checksOnly = true
      case "--part": part = try Self.part(arguments.next() ?? "")
      case _ where argument.hasPrefix("-"): throw Failure(description: "unknown option \(argument)")
      default: names.insert(argument)
      }
    }
    if let unknown = names.subtracting(Mutant.all.map(\.name)).min() {
      throw Failure(description: "there is no fault called \(unknown)")
    }
  }

  private static func part(_ text: String) throws -> (number: Int, count: Int) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], count > 0, (0..<count).contains(number)
    else { throw Failure(description: "--part wants N/M, with N from 0 and less than M, not “\(text)”") }
    return (number, count)
  }

  /// The selected faults in order; of a part, every M-th one from the N-th on.
  var mutants: [Mutant] {
    let wanted = Mutant.all.filter { (names.isEmpty || names.contains($0.name)) && (!isQuick || $0.isQuick) }
    return wanted.indices.filter { $0 % part.count == part.number }.map { wanted[$0] }
  }
}
