import LiveTables

/// Carries out a batch by its indices alone, as a view does; the target only says what comes new into the view.
struct Replay {
  private typealias Rows = [Item]

  private let operations: BatchOperations
  private let source: Items
  private let target: Items

  /// What a view shows after a batch.
  static func result(of operations: BatchOperations, on source: Items, with target: Items) -> Items {
    Replay(operations: operations, source: source, target: target).result()
  }

  private func result() -> Items {
    let moved = Dictionary(operations.movedSections.map { ($0.to, $0.from) }, uniquingKeysWith: { one, _ in one })
    let gone = Set(operations.deletedSections + operations.movedSections.map(\.from))
    var staying = source.sections.indices.filter { !gone.contains($0) }[...]
    let sections = target.sections.indices.map { index -> TableSection<String, Item> in
      if operations.insertedSections.contains(index) { return target.sections[index] }
      guard let origin = moved[index] ?? staying.popFirst() else { return TableSection("nothing", rows: []) }
      let isUpdated = operations.updatedSections.contains(origin)
      let value = isUpdated ? target.sections[index].value : source.sections[origin].value
      return TableSection(value, rows: rows(from: origin, to: index))
    }
    return Items(sections: sections)
  }

  private func rows(from origin: Int, to index: Int) -> Rows {
    let gone = Set((operations.deletedRows + operations.movedRows.map(\.from)).filter { $0.section == origin }.map(\.row))
    let old = source.sections[origin].rows
    var staying = old.indices.filter { !gone.contains($0) }[...]
    return target.sections[index].rows.indices.compactMap { row -> Item? in
      let path = RowPath(section: index, row: row)
      if operations.insertedRows.contains(path) { return target[path] }
      if let move = operations.movedRows.first(where: { $0.to == path }) { return source[move.from] }
      guard let kept = staying.popFirst() else { return nil }
      let isUpdated = operations.updatedRows.contains(RowPath(section: origin, row: kept))
      return isUpdated ? target[path] : old[kept]
    } + staying.map { old[$0] }
  }
}
