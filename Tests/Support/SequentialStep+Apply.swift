package import LiveTablesOperators

extension SequentialStep {
  /// Performs the step on plain arrays.
  package func apply<Section, Row>(
    to sections: inout [(value: Section, rows: [Row])], target: TableSnapshot<Section, Row>
  ) throws(BatchError) {
    switch self {
    case .deleteSection(let index):
      try check(sections.indices.contains(index), .r2)
      sections.remove(at: index)
    case .insertSection(let index, let place):
      try check(index >= 0 && index <= sections.count, .r4)
      let new = try found(target.section(at: place), .r4)
      sections.insert((new.value, Array(new.rows)), at: index)
    case .moveSection(let from, let to):
      try check(sections.indices.contains(from) && sections.indices.contains(to), .r5)
      sections.insert(sections.remove(at: from), at: to)
    case .updateSection(let index, let place):
      try check(sections.indices.contains(index), .r1)
      sections[index].value = try found(target.section(at: place), .r1).value
    case .deleteRow(let path):
      try check(exists(path, in: sections), .r3)
      sections[path.section].rows.remove(at: path.row)
    case .insertRow(let path, let place):
      try check(exists(path, in: sections, orEnd: true), .r4)
      sections[path.section].rows.insert(try found(target[place], .r4), at: path.row)
    case .moveRow(let from, let to):
      try check(exists(from, in: sections), .r5)
      try check(exists(to, in: sections, orEnd: from.section != to.section), .r5)
      let moving = sections[from.section].rows.remove(at: from.row)
      sections[to.section].rows.insert(moving, at: to.row)
    case .updateRow(let path, let place):
      try check(exists(path, in: sections), .r1)
      sections[path.section].rows[path.row] = try found(target[place], .r1)
    }
  }

  private func exists<Section, Row>(
    _ path: RowPath, in sections: [(value: Section, rows: [Row])], orEnd: Bool = false
  ) -> Bool {
    sections.indices.contains(path.section) && path.row >= 0
      && path.row < sections[path.section].rows.count + (orEnd ? 1 : 0)
  }

  private func found<Value>(_ value: Value?, _ rule: BatchRule) throws(BatchError) -> Value {
    guard let value else { throw BatchError(rule, "\(self) has no target") }
    return value
  }

  private func check(_ isInRange: Bool, _ rule: BatchRule) throws(BatchError) {
    if !isInRange { throw BatchError(rule, "\(self) is out of range when its turn comes") }
  }
}

extension Sequence<SequentialStep> {
  /// Performs the steps on plain arrays.
  package func apply<Section, Row>(
    to sections: [(value: Section, rows: [Row])], target: TableSnapshot<Section, Row>
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    var result = sections
    for step in self { try step.apply(to: &result, target: target) }
    return result
  }
}

extension Changeset {
  /// Performs the steps on plain arrays.
  package func applySteps(
    to sections: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try steps.apply(to: sections, target: target)
  }
}
