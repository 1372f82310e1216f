@_spi(Adapters) import LiveTables

/// What became of one row from one table to another.
struct RowChange: Equatable {
  /// The row before; `nil` where it is new.
  var old: Record?
  /// The row afterwards; `nil` where it is gone.
  var new: Record?
  /// Where it was, in the table before.
  var source: RowPath?
  /// Where it is, in the table afterwards.
  var target: RowPath?
  /// Whether it changed its place among the rows that both tables have.
  var isMoved = false

  /// Whether a change of its content does not count.
  var isQuiet = false

  /// Whether its content changed.
  var isUpdated: Bool { if let old, let new { !isQuiet && !old.hasSameContent(as: new) } else { false } }

  /// The columns whose values changed.
  var columns: [ColumnChange] {
    if let old, let new { ColumnChange.changes(from: old.object, to: new.object) } else { [] }
  }
}

extension RowChange {
  /// What became of all rows: those that are gone in their old order, then the others in their new one.
  ///
  /// A row that goes with its section and comes with another one is one that has moved. A changeset without stages says
  /// nothing about rows.
  ///
  /// - Parameters:
  ///   - changeset: The difference.
  ///   - ignored: The columns whose changes alone do not count.
  static func changes(
    _ changeset: Changeset<Group, Record>, ignoring ignored: IgnoredColumns = IgnoredColumns(names: [])
  ) -> [RowChange] {
    var trace = Trace(changeset)
    var changes = trace.traced()
    if !ignored.names.isEmpty {
      for (index, change) in changes.enumerated() {
        if let old = change.old, let new = change.new { changes[index].isQuiet = !ignored.areDifferent(old, new) }
      }
      changes.removeAll(where: \.operations.isEmpty)
    }
    let gone: [RowChange] = changes.filter { $0.target == nil }.sorted { $0.source! < $1.source! }
    let others: [RowChange] = changes.filter { $0.target != nil }.sorted { $0.target! < $1.target! }
    return gone + others
  }

  /// What became of the rows that the operations of stages name.
  private struct Trace {
    private let changeset: Changeset<Group, Record>
    private let stages: [BatchUpdate<Group, Record>]
    private let forward: [PathMap]
    private let backward: [PathMap]
    private var known: [RowPath: RowChange] = [:]
    private var inserted: [RowChange] = []

    init(_ changeset: Changeset<Group, Record>) {
      self.changeset = changeset
      stages = changeset.stages
      forward = stages.map { PathMap($0.operations) }
      backward = stages.map { PathMap($0.operations.inverse) }
    }

    /// The changes, in no order.
    mutating func traced() -> [RowChange] {
      for (number, stage) in stages.enumerated() {
        let operations = stage.operations
        for path in operations.deletedRows { touch(path, before: number) }
        for section in operations.deletedSections {
          for row in stage.source.sections[section].rows.indices {
            touch(RowPath(section: section, row: row), before: number)
          }
        }
        for path in operations.updatedRows { touch(path, before: number) }
        for move in operations.movedRows { touch(move.from, before: number, isMoved: true) }
        for path in operations.insertedRows { insert(path, after: number) }
        for section in operations.insertedSections {
          for row in stage.target.sections[section].rows.indices {
            insert(RowPath(section: section, row: row), after: number)
          }
        }
      }
      return joined()
    }

    /// A row that an operation names by its place in the table before a stage.
    private mutating func touch(_ path: RowPath, before stage: Int, isMoved: Bool = false) {
      var source = path
      for map in backward[..<stage].reversed() {
        guard let path = map.target(of: source) else { return }  // it was inserted before
        source = path
      }
      var change = known[source] ?? RowChange(old: changeset.source[source], source: source)
      change.isMoved = change.isMoved || isMoved
      if known[source] == nil {
        change.target = forward.reduce(Optional(source)) { path, map in path.flatMap { map.target(of: $0) } }
        change.new = change.target.flatMap { changeset.target[$0] }
      }
      known[source] = change
    }

    private mutating func insert(_ path: RowPath, after stage: Int) {
      let target = forward[(stage + 1)...].reduce(Optional(path)) { path, map in path.flatMap { map.target(of: $0) } }
      guard let target else { return }
      inserted.append(RowChange(new: changeset.target[target], target: target))
    }

    /// All changes, in which a row that went and came is one.
    private func joined() -> [RowChange] {
      var gone: [ExactText: [RowChange]] = [:]
      for change in known.values where change.target == nil {
        gone[change.old?.identity ?? ExactText(""), default: []].append(change)
      }
      for identity in gone.keys { gone[identity]?.sort { $0.source! > $1.source! } }
      var joined = known.values.filter { $0.target != nil }
      for change in inserted.sorted(by: { $0.target! < $1.target! }) {
        var change = change
        if let new = change.new, let before = gone[new.identity]?.popLast() {
          (change.old, change.source, change.isMoved) = (before.old, before.source, true)
        }
        joined.append(change)
      }
      return joined + gone.values.flatMap { $0 }
    }
  }
}

extension BatchOperations {
  /// The operations that lead back, as far as places go.
  fileprivate var inverse: BatchOperations {
    var inverse = BatchOperations()
    (inverse.deletedSections, inverse.insertedSections) = (insertedSections, deletedSections)
    inverse.movedSections = movedSections.map { BatchMove(from: $0.to, to: $0.from) }
    (inverse.deletedRows, inverse.insertedRows) = (insertedRows, deletedRows)
    inverse.movedRows = movedRows.map { BatchMove(from: $0.to, to: $0.from) }
    return inverse
  }
}
