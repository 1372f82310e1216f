import LiveTables
import TestSupport

/// A row of the random tables: an identity, and content that may change.
struct Item: Diffable, Identifiable, Equatable, Sendable {
  var id: Int
  var content = 0
}

/// A section of the random tables.
struct Group: Diffable, Identifiable, Equatable, Sendable {
  var id: Int
  var content = 0
}

typealias ItemTable = TableSnapshot<Group, Item>

/// Checks a changeset without the library's validation, by applying every stage to plain arrays.
struct ChangesetChecker {
  struct Complaint: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// A row or section between stages; `origin` is its index in the source, or -1 if it was inserted.
  private struct Tracked<Value: Equatable>: Equatable {
    var value: Value
    var origin: Int
    var updates = 0
  }
  private typealias TrackedSection = (section: Tracked<Group>, rows: [Tracked<Item>])

  private let changeset: Changeset<Group, Item>
  /// Plain arrays of both tables, because a rope's index access is slow in a debug build.
  private let source: [(value: Group, rows: [Item])]
  private let target: [(value: Group, rows: [Item])]
  private let sourceRows: [Item]
  private var now: [TrackedSection] = []
  private var rowMoves = 0
  private var sectionMoves = 0

  /// - Throws: A ``Complaint`` about the first fault.
  static func check(_ changeset: Changeset<Group, Item>) throws {
    var checker = ChangesetChecker(changeset)
    try checker.run()
  }

  private init(_ changeset: Changeset<Group, Item>) {
    self.changeset = changeset
    source = changeset.source.sections.map { ($0.value, Array($0.rows)) }
    target = changeset.target.sections.map { ($0.value, Array($0.rows)) }
    sourceRows = source.flatMap(\.rows)
    var origin = 0
    for (index, section) in source.enumerated() {
      var rows: [Tracked<Item>] = []
      for row in section.rows {
        rows.append(Tracked(value: row, origin: origin))
        origin += 1
      }
      now.append((Tracked(value: section.value, origin: index), rows))
    }
  }

  private mutating func run() throws {
    let stages = changeset.stages
    try require(stages.count <= 3, "\(stages.count) stages")
    for (number, stage) in stages.enumerated() {
      try require(!stage.operations.isEmpty, "stage \(number) is empty")
      try require(stage.source.sections.map(\.value) == now.map(\.section.value), "stage \(number): source sections")
      try require(
        stage.source.sections.map { Array($0.rows) } == now.map { $0.rows.map(\.value) },
        "stage \(number): source rows")
      try apply(stage, number)
    }
    try checkResult()
    try checkSurvival()
    try checkUpdates()
    try checkMoves()
  }

  private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) throws {
    if !isTrue { throw Complaint("\(message())\n\(changeset.source)\n\(changeset.target)\n\(changeset)") }
  }

  // MARK: - Applying one stage

  private mutating func apply(_ stage: BatchUpdate<Group, Item>, _ number: Int) throws {
    let batch = stage.operations
    let target = stage.target.sections.map { ($0.value, Array($0.rows)) }
    try require(batch.reloadedSections.isEmpty, "stage \(number) reloads sections")
    let updates = batch.updatedRows.count + batch.updatedSections.count
    try require(updates == 0 || updates == batch.count, "stage \(number) mixes updates and structure")
    func unique<Place: Hashable>(_ places: [Place]) -> Bool { Set(places).count == places.count }
    try require(
      unique(batch.deletedSections + batch.movedSections.map(\.from)) && unique(batch.updatedSections)
        && unique(batch.insertedSections + batch.movedSections.map(\.to))
        && unique(batch.deletedRows + batch.movedRows.map(\.from)) && unique(batch.updatedRows)
        && unique(batch.insertedRows + batch.movedRows.map(\.to)), "stage \(number) names a place twice")
    let quietBefore = Set(batch.deletedSections + batch.movedSections.map(\.from))
    let quietAfter = Set(batch.insertedSections + batch.movedSections.map(\.to))
    for path in batch.deletedRows + batch.updatedRows + batch.movedRows.map(\.from) {
      try require(
        now.indices.contains(path.section) && now[path.section].rows.indices.contains(path.row)
          && !quietBefore.contains(path.section), "stage \(number): \(path) before")
    }
    for path in batch.insertedRows + batch.movedRows.map(\.to) {
      try require(
        target.indices.contains(path.section) && target[path.section].1.indices.contains(path.row)
          && !quietAfter.contains(path.section), "stage \(number): \(path) after")
    }
    try require(
      (batch.deletedSections + batch.updatedSections + batch.movedSections.map(\.from)).allSatisfy(now.indices.contains)
        && (batch.insertedSections + batch.movedSections.map(\.to)).allSatisfy(target.indices.contains),
      "stage \(number): sections out of range")
    rowMoves += batch.movedRows.count
    sectionMoves += batch.movedSections.count

    let before = now
    for index in batch.updatedSections {
      now[index].section.updates += 1
      now[index].section.value = target[index].0
    }
    for path in batch.updatedRows {
      now[path.section].rows[path.row].updates += 1
      now[path.section].rows[path.row].value = target[path.section].1[path.row]
    }
    if updates == 0 {
      now = try restructured(before, batch, target, number)
    }
    try require(now.map(\.section.value) == target.map(\.0), "stage \(number) leads to other sections")
    try require(now.map { $0.rows.map(\.value) } == target.map(\.1), "stage \(number) leads to other rows")
  }

  /// Removes deleted and moved elements, keeps the order of the rest, and fills the named places.
  private func restructured(
    _ before: [TrackedSection], _ batch: BatchOperations, _ target: [(Group, [Item])], _ number: Int
  ) throws -> [TrackedSection] {
    var staying = before
    let leaving = Dictionary(grouping: batch.deletedRows + batch.movedRows.map(\.from), by: \.section)
    for (section, paths) in leaving {
      let leavingRows = Set(paths.map(\.row))
      staying[section].rows = before[section].rows.indices.filter { !leavingRows.contains($0) }.map {
        before[section].rows[$0]
      }
    }
    let gone = Set(batch.deletedSections + batch.movedSections.map(\.from))
    var remaining = staying.indices.filter { !gone.contains($0) }.map { staying[$0] }[...]
    let movedTo = Dictionary(uniqueKeysWithValues: batch.movedSections.map { ($0.to, $0.from) })
    let inserted = Set(batch.insertedSections)
    let arriving = Dictionary(uniqueKeysWithValues: batch.movedRows.map { ($0.to, $0.from) })
    let insertedRows = Set(batch.insertedRows)
    var after: [TrackedSection] = []
    for (index, (value, rows)) in target.enumerated() {
      if let from = movedTo[index] {
        after.append(staying[from])
      } else if inserted.contains(index) {
        after.append((Tracked(value: value, origin: -1), rows.map { Tracked(value: $0, origin: -1) }))
      } else {
        guard var section = remaining.popFirst() else { throw Complaint("stage \(number): too few sections") }
        var old = section.rows[...]
        section.rows = []
        for row in rows.indices {
          let path = RowPath(section: index, row: row)
          if let from = arriving[path] {
            section.rows.append(before[from.section].rows[from.row])
          } else if insertedRows.contains(path) {
            section.rows.append(Tracked(value: rows[row], origin: -1))
          } else {
            guard let next = old.popFirst() else { throw Complaint("stage \(number): too few rows in \(index)") }
            section.rows.append(next)
          }
        }
        try require(old.isEmpty, "stage \(number): too many rows in \(index)")
        after.append(section)
      }
    }
    try require(remaining.isEmpty, "stage \(number): too many sections")
    return after
  }

  // MARK: - Guarantees

  private func checkResult() throws {
    try require(now.map(\.section.value) == target.map(\.value), "the target's sections are not reached")
    try require(now.map { $0.rows.map(\.value) } == target.map(\.rows), "the target is not reached")
  }

  /// Checks that sections of both tables are kept and, in them, as many rows as possible.
  private func checkSurvival() throws {
    let sections = Self.common(source.map(\.value.id), target.map(\.value.id))
    let kept = now.filter { $0.section.origin >= 0 }
    try require(kept.count == sections, "\(kept.count) sections survive instead of \(sections)")
    let survivors = Set(kept.map(\.section.origin))
    let oldRows = source.indices.filter { survivors.contains($0) }.flatMap { source[$0].rows.map(\.id) }
    let rows = Self.common(oldRows, kept.flatMap { $0.rows.map(\.value.id) })
    let keptRows = kept.flatMap { $0.rows.filter { $0.origin >= 0 } }.count
    try require(keptRows == rows, "\(keptRows) rows survive instead of \(rows)")
    for section in kept {
      try require(section.section.value.id == source[section.section.origin].value.id, "a section became another")
    }
    for row in now.flatMap(\.rows) where row.origin >= 0 {
      try require(row.value.id == sourceRows[row.origin].id, "a row became another")
    }
  }

  private static func common(_ one: [Int], _ two: [Int]) -> Int {
    let ones = Dictionary(one.map { ($0, 1) }, uniquingKeysWith: +)
    let twos = Dictionary(two.map { ($0, 1) }, uniquingKeysWith: +)
    return ones.reduce(0) { $0 + min($1.value, twos[$1.key] ?? 0) }
  }

  /// Checks that a value is updated exactly once if it was kept and changed, and otherwise never.
  private func checkUpdates() throws {
    for row in now.flatMap(\.rows) {
      let expected = row.origin >= 0 && row.value != sourceRows[row.origin] ? 1 : 0
      try require(row.updates == expected, "row \(row.value) is updated \(row.updates) times instead of \(expected)")
    }
    for section in now.map(\.section) {
      let isChanged = section.origin >= 0 && section.value != source[section.origin].value
      try require(
        section.updates == (isChanged ? 1 : 0), "section \(section.value) is updated \(section.updates) times")
    }
  }

  /// Checks that there are as few moves as possible, which is guaranteed for unique identities.
  private func checkMoves() throws {
    func areUnique(_ ids: [Int]) -> Bool { Set(ids).count == ids.count }
    guard areUnique(sourceRows.map(\.id)), areUnique(target.flatMap(\.rows).map(\.id)) else { return }
    guard areUnique(source.map(\.value.id)), areUnique(target.map(\.value.id)) else { return }
    let kept = now.filter { $0.section.origin >= 0 }
    let sections = kept.count - longestIncreasing(kept.map(\.section.origin))
    try require(sectionMoves == sections, "\(sectionMoves) section moves instead of \(sections)")
    var rows = 0
    let starts = source.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.rows.count) }
    for section in kept {
      let start = starts[section.section.origin]
      let range = start..<start + source[section.section.origin].rows.count
      let origins = section.rows.map(\.origin).filter { $0 >= 0 }
      let own = origins.filter { range.contains($0) && !range.isEmpty }
      rows += origins.count - own.count + own.count - longestIncreasing(own)
    }
    try require(rowMoves == rows, "\(rowMoves) row moves instead of \(rows)")
  }
}
