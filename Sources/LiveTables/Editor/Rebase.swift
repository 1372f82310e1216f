/// The reason why a change cannot be applied to a table.
///
/// This type is not nested in the generic type that throws it, because optimizing such an error crashes the compiler
/// (6.3.1).
struct RebaseObstacle: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Applies a change to a different version of a table, matching rows by identity.
///
/// Inserted and moved rows and sections are placed after the nearest preceding row or section in the change's target
/// that still exists. If the table is the change's source, the result equals the change's target.
struct Rebase<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  var editor: TableEditor<Section, Row>

  init(_ editor: consuming TableEditor<Section, Row>) { self.editor = editor }

  /// Applies the batch updates of a change in order.
  ///
  /// - Parameter change: A change that is not a reload.
  /// - Throws: The reason why the change cannot be applied. The editor must not be used afterwards.
  /// - Complexity: O(*k* log² *n*) for *k* rows found with an index, plus one scan of the sections for each section.
  mutating func perform(_ change: Changeset<Section, Row>) throws(RebaseObstacle) {
    for stage in change.stages {
      let (old, new) = (stage.source, stage.target)
      try update(stage.operations, old, new)
      try remove(stage.operations, old)
      try arrange(sections: stage.operations, new)
      try arrange(rows: stage.operations, new)
    }
  }

  var finder: RowFinder<Section, Row> {
    var finder = editor.finder
    finder.end(with: editor.table)
    return finder
  }

  mutating func take(_ content: CapturedTable<Section, Row>) {
    editor.finder.noteStructure(in: editor.table)
    editor.snapshot = content
  }

  private mutating func path(of id: Row.Identity) -> RowPath? { editor.finder.path(of: id, in: editor.table) }

  /// Updates rows, unless other edits have changed them.
  private mutating func update(
    _ batch: BatchOperations, _ old: TableSnapshot<Section, Row>, _ new: TableSnapshot<Section, Row>
  ) throws(RebaseObstacle) {
    for path in batch.updatedRows {
      guard let before = old[path], let after = new[path] else { continue }
      guard let place = self.path(of: before.identity), let now = editor.table[place] else {
        throw RebaseObstacle("the row \(before.identity) is gone")
      }
      if !now.hasSameContent(as: before) { throw RebaseObstacle("the row \(before.identity) has been changed since") }
      editor.replace(.path(place), with: after)
    }
    for index in batch.updatedSections {
      let (before, after) = (old.sections[index].value, new.sections[index].value)
      guard let place = editor.index(ofSection: before.identity) else {
        throw RebaseObstacle("the section \(before.identity) is gone")
      }
      if !editor.table.sections[place].value.hasSameContent(as: before) {
        throw RebaseObstacle("the section \(before.identity) has been changed since")
      }
      editor.updateSection(after)
    }
  }

  /// Removes the rows that still exist, unless other edits have changed them.
  private mutating func remove(_ batch: BatchOperations, _ old: TableSnapshot<Section, Row>) throws(RebaseObstacle) {
    for path in batch.deletedRows {
      guard let row = old[path], let place = self.path(of: row.identity) else { continue }
      guard let now = editor.table[place] else { continue }
      if !now.hasSameContent(as: row) { throw RebaseObstacle("the row \(row.identity) has been changed since") }
      editor.remove(.path(place))
    }
    for index in batch.deletedSections {
      let section = old.sections[index]
      guard let place = editor.index(ofSection: section.identity) else { continue }
      let now = editor.table.sections[place]
      let isSame =
        now.value.hasSameContent(as: section.value) && now.rows.count == section.rows.count
        && zip(now.rows, section.rows).allSatisfy { $0.identity == $1.identity && $0.hasSameContent(as: $1) }
      if !isSame { throw RebaseObstacle("the section \(section.identity) has been changed since") }
      editor.removeSections(.id(section.identity))
    }
  }

  private mutating func arrange(
    sections batch: BatchOperations, _ new: TableSnapshot<Section, Row>
  ) throws(RebaseObstacle) {
    let origins = Dictionary(batch.movedSections.map { ($0.to, $0.from) }) { first, _ in first }
    for index in (batch.insertedSections + origins.keys).ascending() {
      let section = new.sections[index]
      let behind = new.sections[..<index].last { editor.index(ofSection: $0.identity) != nil }?.identity
      let isThere = editor.index(ofSection: section.identity) != nil
      if origins[index] != nil {
        if !isThere { throw RebaseObstacle("the section \(section.identity) is gone") }
        editor.moveSections(.id(section.identity), to: behind.map { .after($0) } ?? .index(0))
        continue
      }
      if isThere { throw RebaseObstacle("the section \(section.identity) is there already") }
      for row in section.rows where path(of: row.identity) != nil {
        throw RebaseObstacle("the row \(row.identity) is there already")
      }
      editor.insertSections([section], at: behind.map { .after($0) } ?? .index(0))
    }
  }

  private mutating func arrange(
    rows batch: BatchOperations, _ new: TableSnapshot<Section, Row>
  ) throws(RebaseObstacle) {
    let arrivals =
      batch.insertedRows.map { (to: $0, from: RowPath?.none) } + batch.movedRows.map { (to: $0.to, from: $0.from) }
    for arrival in arrivals.sorted(on: { $0.to.number }) {
      let rows = new.sections[arrival.to.section].rows
      guard let section = editor.index(ofSection: new.sections[arrival.to.section].identity) else {
        throw RebaseObstacle("the section \(new.sections[arrival.to.section].identity) is gone")
      }
      var row = rows[arrival.to.row]
      let place = path(of: row.identity)
      if arrival.from == nil {
        if place != nil { throw RebaseObstacle("the row \(row.identity) is there already") }
      } else {
        guard let place, let now = editor.table[place] else { throw RebaseObstacle("the row \(row.identity) is gone") }
        row = now
        editor.remove(.path(place))
      }
      var target = RowPath(section: section, row: 0)
      for before in rows[..<arrival.to.row].reversed() {
        if let found = path(of: before.identity), found.section == section {
          target.row = found.row + 1
          break
        }
      }
      editor.insert(row, at: .path(target))
    }
  }
}
