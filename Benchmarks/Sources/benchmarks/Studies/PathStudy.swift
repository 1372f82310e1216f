import LiveTables

/// Measures edits by a table's methods, each with its diff; the cost should not grow with the table.
enum PathStudy {
  private static let sizes = [10_000, 1_000_000]

  static func findings() -> [Finding] {
    var race = Race(runs: 101)
    var findings: [Finding] = []
    for isEdited in [false, true] {
      let tables = sizes.map { table($0, isEdited: isEdited) }
      for edit in Edit.allCases {
        // Both sizes take turns.
        let contenders = zip(sizes, tables).map { size, table in
          Contender(name: "\(size)") { edit.apply(to: table) }
        }
        let times = race.medians(of: contenders)
        let small = times["\(sizes[0])", default: 0]
        let large = times["\(sizes[1])", default: 0]
        let form = isEdited ? "after 1,000 edits" : "one array"
        findings.append(
          Finding(
            what: "\(edit.rawValue) and diff, \(form), 10,000 and 1,000,000 rows",
            value: "\(Format.short(small * 1000)) and \(Format.short(large * 1000)) µs",
            target: ("at most 3×", large <= small * 3)))
      }
    }
    return findings + identities(&race)
  }

  /// Measures replacing a row by identity, which searches the table from the front.
  private static func identities(_ race: inout Race) -> [Finding] {
    sizes.map { size in
      let table = table(size, isEdited: false)
      let middle = IntRow(number: size / 2, revision: 1)
      let times = race.medians(of: [
        Contender(name: "identity") {
          var edited = table
          edited.replace(middle)
          return edited.difference(from: table).operationCount
        }
      ])
      return Finding(
        what: "replace by identity and diff, \(Format.grouped(size)) rows",
        value: "\(Format.short(times["identity", default: 0] * 1000)) µs")
    }
  }

  private static func table(_ count: Int, isEdited: Bool) -> TableSnapshot<OneSection, IntRow> {
    var table = TableSnapshot(rows: (0..<count).map { IntRow(number: $0, revision: 0) })
    if isEdited {
      var random = SplitMix64(state: 7)
      for number in 0..<1000 {
        let path = RowPath(section: 0, row: Int.random(in: 0..<count, using: &random))
        table.insert(IntRow(number: count + number, revision: 0), at: .path(path))
      }
    }
    return table
  }

  private enum Edit: String, CaseIterable {
    case insert, append, update, remove, move

    func apply(to table: TableSnapshot<OneSection, IntRow>) -> Int {
      var edited = table
      let middle = RowPath(section: 0, row: table.count / 2)
      switch self {
      case .insert: edited.insert(IntRow(number: -1, revision: 0), at: .path(middle))
      case .append: edited.append(IntRow(number: -1, revision: 0))
      case .update: edited.update(.path(middle)) { $0 = $0.revised() }
      case .remove: edited[middle] = nil
      case .move: edited.move(from: middle, to: RowPath(section: 0, row: table.count / 4))
      }
      return edited.difference(from: table).operationCount
    }
  }
}
