import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

/// Checks that a changeset is legal and leads to its target, without using `==` of the rows: `key` identifies a row.
func checkLegal<Section, Row, Key: Equatable>(
  _ changeset: Changeset<Section, Row>, key: (Row) -> Key, _ note: String = ""
) throws {
  var shown = plain(changeset.source)
  for stage in changeset.stages {
    try stage.operations.validate(before: shown.map(\.rows.count), after: stage.target.rowCounts)
    shown = try stage.apply(to: shown)
  }
  if changeset.reload != nil { return }
  let found = shown.map { $0.rows.map(key) }
  let wanted = changeset.target.sections.map { $0.rows.map(key) }
  try check(found == wanted, "\(note) \(found) instead of \(wanted)")
}

/// Tests of duplicate, inconsistent or changing input.
struct HazardTests {
  /// Returns all lists of up to `length` identities.
  private func lists(of ids: [Int], upTo length: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var longest = all
    for _ in 0..<length {
      longest = longest.flatMap { list in ids.map { list + [$0] } }
      all += longest
    }
    return all
  }

  @Test("40: rows with the same identity are matched in order, as many as possible")
  func rowsWithOneIdentityPairInOrderAsManyAsPossibleAndAllAreShown() throws {
    let lists = lists(of: [0, 1], upTo: 4)
    let section = Group(id: 0)
    for old in lists {
      for new in lists {
        let source = TableSnapshot(sections: [TableSection(section, rows: old.map { Item(id: $0) })])
        let target = TableSnapshot(
          sections: [TableSection(section, rows: new.enumerated().map { Item(id: $1, content: $0 % 2) })])
        try checkDifference(from: source, to: target)
        let changeset = target.difference(from: source)
        let deleted = changeset.stages.flatMap { stage in stage.operations.deletedRows.compactMap { stage.source[$0] } }
        for id in [0, 1] {
          let surplus = max(0, old.count { $0 == id } - new.count { $0 == id })
          #expect(deleted.count { $0.id == id } == surplus)
        }
        // Rows with the same identity keep their order.
        for stage in changeset.stages where !stage.operations.movedRows.isEmpty {
          let moves = stage.operations.movedRows
          for one in moves {
            for two in moves where stage.source[one.from]?.id == stage.source[two.from]?.id {
              #expect((one.from < two.from) == (one.to < two.to))
            }
          }
        }
      }
    }
    #expect(lists.count == 31)
  }

  @Test("41: rows and sections with the same identity are matched in their own section first")
  func rowsAndSectionsWithOneIdentityPairInTheirOwnSectionFirst() throws {
    let rows = lists(of: [0, 1], upTo: 1)
    var tables: [ItemTable] = []
    for sections in lists(of: [0, 1], upTo: 3) {
      var parts: [[[Int]]] = [[]]
      for _ in sections { parts = parts.flatMap { part in rows.map { part + [$0] } } }
      for part in parts {
        tables.append(
          TableSnapshot(
            sections: zip(sections, part).map { id, rows in
              TableSection(Group(id: id), rows: rows.map { Item(id: $0) })
            }))
      }
    }
    // By symmetry, sources that begin with 0 cover those that begin with 1.
    for old in tables where old.sections.first?.value.id != 1 && old.first?.id != 1 {
      for new in tables { try checkDifference(from: old, to: new) }
    }
    // Both rows have the identity 0. Each stays in its section, although it could be matched with the other one.
    let old = TableSnapshot(sections: [TableSection("A", rows: [0]), TableSection("B", rows: [0])])
    #expect(
      TableSnapshot(sections: [TableSection("A", rows: [0]), TableSection("B", rows: [0])]).difference(from: old)
        .isEmpty)
    // The row of A is deleted, because A becomes empty and B keeps its row.
    let less = TableSnapshot(sections: [TableSection("A", rows: []), TableSection("B", rows: [0])])
    #expect(less.difference(from: old).stages.map(\.operations) == [batch { $0.deletedRows = [path(0, 0)] }])
  }

  @Test("42: rows that are not equal to themselves are deleted and inserted")
  func rowsThatAreNotEqualToThemselvesAreDeletedAndInsertedAndThatConverges() throws {
    let old = TableSnapshot(rows: [Double.nan, 1, .nan, 2])
    let new = TableSnapshot(rows: [1, Double.nan, 2, .nan])
    for (source, target) in [
      (old, new), (new, old), (old, TableSnapshot(rows: [.nan])), (TableSnapshot(rows: [.nan]), old),
    ] {
      let changeset = target.difference(from: source)
      try checkLegal(changeset, key: \.bitPattern)
      let inserted = changeset.stages.flatMap(\.operations.insertedRows).compactMap { target[$0] }
      #expect(inserted.count { $0.isNaN } == target.count { $0.isNaN })
    }
    // Shared storage is unchanged, whatever `==` returns.
    #expect(old.difference(from: old).isEmpty)
    // In a table of NaN only, all hashes are equal, but the diff does not give up.
    let nothing = TableSnapshot(rows: [Double](repeating: .nan, count: 5_000))
    let again = TableSnapshot(rows: [Double](repeating: .nan, count: 5_000))
    let changeset = again.difference(from: nothing)
    try checkLegal(changeset, key: \.bitPattern)
    #expect(changeset.stages.map(\.operations.insertedRows.count) == [5_000])
    let sections = TableSnapshot(sections: [TableSection(Double.nan, rows: [1]), TableSection(1, rows: [2])])
    let others = TableSnapshot(sections: [TableSection(1, rows: [2]), TableSection(Double.nan, rows: [1])])
    try checkLegal(others.difference(from: sections), key: { $0 })
  }

  /// A number whose hash is different each time.
  private struct Salted: Diffable, Hashable {
    var number: Int
    static func == (one: Salted, two: Salted) -> Bool { one.number == two.number }
    func hash(into hasher: inout Hasher) { hasher.combine(UInt64.random(in: 0...UInt64.max)) }
  }

  /// A number whose equality is random.
  private struct Moody: Diffable, Hashable {
    var number: Int
    static func == (one: Moody, two: Moody) -> Bool { Bool.random() }
    func hash(into hasher: inout Hasher) { hasher.combine(number & 3) }
  }

  @Test("43: inconsistent hashes do not trap", arguments: [10, 1_000, 5_000])
  func aHashThatDoesNotMatchItsEqualityTrapsNowhere(size: Int) throws {
    var random = SeededGenerator(seed: 9)
    let old = (0..<size).map { _ in Salted(number: Int.random(in: 0..<size, using: &random)) }
    let new = old.shuffled(using: &random)
    try checkLegal(TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old)), key: \.number)
    let grouped = TableSnapshot(grouping: old) { Salted(number: $0.number % 7) }
    #expect(grouped.count == size)
    let regrouped = TableSnapshot(grouping: new) { Salted(number: $0.number % 7) }
    try checkLegal(regrouped.difference(from: grouped), key: \.number)
    _ = grouped.path(of: old[size / 2])
    _ = TableSnapshot(splitting: old, first: Salted(number: 0)) { $0.number % 5 == 0 ? $0 : nil }
  }

  @Test("43: inconsistent equality does not trap", arguments: [10, 300, 3_000])
  func anEqualityThatChangesItsMindTrapsNowhere(size: Int) throws {
    let old = (0..<size).map { Moody(number: $0) }
    for _ in 0..<10 {
      let changeset = TableSnapshot(rows: old.shuffled()).difference(from: TableSnapshot(rows: old))
      for stage in changeset.stages {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
      if changeset.reload == nil { #expect(try changeset.apply(to: old).count == size) }
      let grouped = TableSnapshot(grouping: old) { Moody(number: $0.number % 7) }
      #expect(grouped.count == size)
    }
  }

  @Test("44: 100,000 rows with the same hash are reloaded without a delay")
  func with100000RowsWithOneHashAreReloadedNotWaitedFor() {
    let old = (0..<100_000).map { Colliding(number: $0) }
    let changeset = TableSnapshot(rows: old.reversed()).difference(from: TableSnapshot(rows: old))
    #expect(changeset.reload == .tooManyCollisions)
    #expect(changeset.stages.isEmpty)
  }

  /// A model that changes after it is submitted.
  private final class Model: Diffable, Identifiable, Equatable {
    var id: Int
    var text: String

    init(_ id: Int, _ text: String = "") {
      self.id = id
      self.text = text
    }

    static func == (one: Model, two: Model) -> Bool { one.id == two.id && one.text == two.text }
  }

  @Test("47: models that change after submission cause no invalid batch")
  func modelsThatChangeAfterTheyWereHandedOverMakeNoIllegalDifference() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let models = (0..<12).map { Model($0) }
      let old = TableSnapshot(rows: models)
      let new = TableSnapshot(rows: models.shuffled(using: &random).dropLast(3))
      for model in models where Bool.random(using: &random) {
        model.id = Int.random(in: 0..<12, using: &random)
        model.text += "!"
      }
      let changeset = new.difference(from: old)
      try checkLegal(changeset, key: \.id)
      // The models change again, between the diff and its stages.
      for model in models { model.id = Int.random(in: 0..<12, using: &random) }
      try checkLegal(changeset, key: { _ in 0 })
    }
  }

  /// A model that changes while it is compared.
  private final class Restless: Diffable, Identifiable {
    nonisolated(unsafe) private static var questions = 0  // used by one test on one thread
    let number: Int

    init(_ number: Int) { self.number = number }

    var id: Int {
      Self.questions += 1
      return Self.questions % 3 == 0 ? number : number / 2
    }

    func hasSameContent(as other: Restless) -> Bool {
      Self.questions += 1
      return Self.questions % 2 == 0
    }
  }

  @Test("47: models that change during a diff cause no invalid batch")
  func modelsThatChangeDuringADifferenceMakeNoIllegalOne() throws {
    var random = SeededGenerator(seed: 4)
    for size in [3, 30, 300] {
      for _ in 0..<50 {
        let models = (0..<size).map { Restless($0) }
        let old = TableSnapshot(rows: models)
        let new = TableSnapshot(grouping: models.shuffled(using: &random)) { _ in OneSection() }
        let changeset = new.difference(from: old)
        for stage in changeset.stages {
          try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
        }
        if changeset.reload == nil { #expect(try changeset.apply(to: models).count == size) }
      }
    }
  }
}
