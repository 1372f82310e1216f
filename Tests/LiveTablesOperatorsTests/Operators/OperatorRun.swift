import LiveTablesTesting
import LiveTablesOperators
import LiveTables
import TestSupport

/// Runs an operator on random tables and compares its result with rows computed from scratch.
struct OperatorRun<Operator: TableOperator>
where
  Operator.SourceSection == SampleSection, Operator.SourceRow == SampleRow,
  Operator.Section: Equatable, Operator.Row: Equatable
{
  typealias Derived = PlainTable<Operator.Section, Operator.Row>

  /// A failure, with the seed and steps that reproduce it.
  struct Complaint: Error, CustomStringConvertible {
    let description: String
  }

  let make: () -> Operator
  let expected: (_ source: SampleTable) -> Derived

  /// Returns the first complaint, with the smallest number of steps, or `nil`.
  func firstComplaint(seeds: Range<UInt64>, _ kind: RandomTables.Kind, steps: Int) -> Complaint? {
    for seed in seeds {
      guard var complaint = complaint(seed, kind, steps: steps) else { continue }
      for length in 0..<steps {
        if let shorter = self.complaint(seed, kind, steps: length) {
          complaint = shorter
          break
        }
      }
      return complaint
    }
    return nil
  }

  private func complaint(_ seed: UInt64, _ kind: RandomTables.Kind, steps: Int) -> Complaint? {
    do {
      try run(seed, kind, steps: steps)
      return nil
    } catch {
      return error as? Complaint ?? Complaint(description: "seed \(seed): \(error)")
    }
  }

  private func run(_ seed: UInt64, _ kind: RandomTables.Kind, steps: Int) throws {
    var tables = RandomTables(seed: seed, kind)
    var derived = make()
    var source = tables.next()
    derived.reset(to: source)
    try compare(derived.table, expected(source), "seed \(seed), at first", source, source)
    for step in 0..<steps {
      let next = tables.next(after: source)
      let before = derived.table
      let changeset = derived.changeset(for: next.difference(from: source))
      let label = "seed \(seed), step \(step)"
      try compare(derived.table, expected(next), label, source, next)
      try check(changeset, from: before, to: derived.table, label)
      source = next
    }
  }

  private func compare(
    _ table: TableSnapshot<Operator.Section, Operator.Row>, _ expected: Derived, _ label: String, _ old: SampleTable,
    _ new: SampleTable
  ) throws {
    let found = table.sections.map { (value: $0.value, rows: Array($0.rows)) }
    if !isEqual(found, expected) {
      throw Complaint(description: "\(label)\nold \(old)\nnew \(new)\nfound    \(found)\nexpected \(expected)")
    }
  }

  private func check(
    _ changeset: Changeset<Operator.Section, Operator.Row>, from before: TableSnapshot<Operator.Section, Operator.Row>,
    to after: TableSnapshot<Operator.Section, Operator.Row>, _ label: String
  ) throws {
    let old = before.sections.map { (value: $0.value, rows: Array($0.rows)) }
    let new = after.sections.map { (value: $0.value, rows: Array($0.rows)) }
    let reached = try changeset.apply(to: old)
    if changeset.reload != nil || !isEqual(reached, new) {
      throw Complaint(description: "\(label): the changeset leads elsewhere: \(changeset)")
    }
    let stepped = try changeset.applySteps(to: old)
    if !isEqual(stepped, new) {
      throw Complaint(description: "\(label): the script leads elsewhere: \(changeset.steps)")
    }
  }

  private func isEqual(_ one: Derived, _ two: Derived) -> Bool {
    one.count == two.count && zip(one, two).allSatisfy { $0.value == $1.value && $0.rows == $1.rows }
  }
}

extension TableOperator {
  /// Follows one step of the source.
  ///
  /// - Returns: The changeset of the derived table.
  mutating func changeset(for changeset: Changeset<SourceSection, SourceRow>) -> Changeset<Section, Row> {
    let before = table
    follow(changeset)
    return table.difference(from: before)
  }

  /// Sets a parameter.
  ///
  /// - Returns: The changeset of the derived table.
  mutating func changeset(setting parameter: Parameter) throws -> Changeset<Section, Row> {
    let before = table
    try set(parameter) {}
    return table.difference(from: before)
  }
}
