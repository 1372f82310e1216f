import LiveTables

/// Performs the steps of a script on places alone, to learn what they come to in the end.
struct ScriptReplay {
  /// How many rows each section has in the source and in the target.
  let before: [Int]
  let after: [Int]

  /// The sections by number: those of the source by their index there, new ones by what ``born`` has of them.
  private(set) var sections: StripList
  /// For each new section, in the order in which they appeared, its place in the target.
  private(set) var born: [Int] = []
  /// The rows of the sections in which steps were, by the number of the section.
  private(set) var rows: [Int: StripList] = [:]
  /// For each updated row of the source, and each updated section, its place in the target as the steps have it.
  private(set) var updatedRows: [Int: [Int: RowPath]] = [:]
  private(set) var updatedSections: [Int: Int] = [:]

  init(before: [Int], after: [Int]) {
    self.before = before
    self.after = after
    sections = StripList(Strip(start: 0, count: before.count))
  }

  /// - Throws: The rule that the step breaks when it is out of range.
  /// - Complexity: O(log *k*) after *k* steps.
  mutating func perform(_ step: SequentialStep) throws(BatchError) {
    switch step {
    case .deleteSection(let index):
      try step.check(sections.remove(at: index) != nil, .r2)
    case .insertSection(let index, let place):
      try step.check(after.indices.contains(place), .r4)
      let number = Strip(start: before.count + born.count, count: 1)
      try step.check(sections.insert(number, at: index), .r4)
      born.append(place)
    case .moveSection(let from, let to):
      try step.check(sections[to] != nil, .r5)
      guard let section = sections.remove(at: from) else { throw step.outOfRange(.r5) }
      _ = sections.insert(section, at: to)
    case .updateSection(let index, let place):
      try step.check(after.indices.contains(place), .r1)
      guard let number = sections[index]?.start else { throw step.outOfRange(.r1) }
      if number < before.count { updatedSections[number] = place }
    case .deleteRow(let path):
      let number = try number(of: path, step, .r3)
      try step.check(rows[number]?.remove(at: path.row) != nil, .r3)
    case .insertRow(let path, let place):
      try step.check(hasTarget(place), .r4)
      let number = try number(of: path, step, .r4)
      let row = Strip(section: place.section, start: place.row, count: 1, isNew: true)
      try step.check(rows[number]?.insert(row, at: path.row) == true, .r4)
    case .moveRow(let from, let to):
      let (old, new) = (try number(of: from, step, .r5), try number(of: to, step, .r5))
      guard let row = rows[old]?.remove(at: from.row) else { throw step.outOfRange(.r5) }
      try step.check(rows[new]?.insert(row, at: to.row) == true, .r5)
    case .updateRow(let path, let place):
      try step.check(hasTarget(place), .r1)
      let number = try number(of: path, step, .r1)
      guard let row = rows[number]?[path.row] else { throw step.outOfRange(.r1) }
      if !row.isNew { updatedRows[row.section, default: [:]][row.start] = place }
    }
  }

  private func hasTarget(_ place: RowPath) -> Bool {
    after.indices.contains(place.section) && place.row >= 0 && place.row < after[place.section]
  }

  /// The number of the section of a row, whose rows are counted from now on.
  private mutating func number(
    of path: RowPath, _ step: SequentialStep, _ rule: BatchRule
  ) throws(BatchError) -> Int {
    guard let number = sections[path.section]?.start else { throw step.outOfRange(rule) }
    if rows[number] == nil {
      let isNew = number >= before.count
      let section = isNew ? born[number - before.count] : number
      let count = isNew ? after[section] : before[section]
      rows[number] = StripList(Strip(section: section, start: 0, count: count, isNew: isNew))
    }
    return number
  }
}
