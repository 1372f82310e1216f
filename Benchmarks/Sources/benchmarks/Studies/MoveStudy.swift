import LiveTables

/// Counts moves if one row or a few sections move far, where a diff by offsets moves nearly everything.
enum MoveStudy {
  static func findings() -> [Finding] {
    let old = (0..<100_000).map { IntRow(number: $0, revision: 0) }
    var new = old
    new.append(new.removeFirst())
    let rows = TableSnapshot(rows: new).difference(from: TableSnapshot(rows: old))
    let change = SectionChange<IntRow>(count: 100_000)
    let sections = SectionChange<IntRow>.table(change.new).difference(from: SectionChange<IntRow>.table(change.old))
    let least = LeastMoves.count(from: change.old, to: change.new)
    return [
      finding(
        "the first of 100,000 rows becomes the last", moves(rows), Heckel(from: old, to: new).moved.count,
        least: LeastMoves.count(from: old, to: new)),
      finding(
        "five of 1,000 sections and 100 rows move", moves(sections),
        HeckelSections(from: change.old, to: change.new).moveCount, least: least),
    ]
  }

  private static func finding(_ what: String, _ moves: Int, _ heckel: Int, least: Int) -> Finding {
    Finding(
      what: what, value: "moves: \(Format.grouped(moves)), with Heckel's algorithm \(Format.grouped(heckel))",
      target: ("at least \(least)", moves == least))
  }

  private static func moves<Section, Row>(_ changeset: Changeset<Section, Row>) -> Int {
    changeset.stages.reduce(0) { $0 + $1.operations.movedRows.count + $1.operations.movedSections.count }
  }
}
