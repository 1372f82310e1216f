import LiveTables

/// Converts a batch into consecutive steps.
///
/// Content updates are applied first, then changes to rows within the old order of sections, and finally changes to
/// sections with their rows. The cost depends on the number of operations, not on the size of the table.
struct Sequencer {
  private let batch: BatchOperations
  private let sectionSources: SectionMap
  private var sections: SequentialList
  /// The sections with inserted, deleted or moved rows, keyed by old index.
  private var rows: [Int: SequentialList] = [:]
  private(set) var steps: [SequentialStep] = []

  /// - Complexity: O(*k* log *k*) for *k* operations.
  init(_ batch: BatchOperations) {
    self.batch = batch
    sectionSources = SectionMap(batch)
    sections = SequentialList(
      deleted: batch.deletedSections, inserted: batch.insertedSections, movedFrom: batch.movedSections.map(\.from),
      movedTo: batch.movedSections.map(\.to))
    var parts: [Int: RowLists] = [:]
    for path in batch.deletedRows { parts[path.section, default: RowLists()].deleted.append(path.row) }
    for path in batch.insertedRows {
      if let section = sectionSources.source(of: path.section) {
        parts[section, default: RowLists()].inserted.append(path.row)
      }
    }
    for move in batch.movedRows {
      if let section = sectionSources.source(of: move.to.section) {
        parts[move.from.section, default: RowLists()].movedFrom.append(move.from.row)
        parts[section, default: RowLists()].movedTo.append(move.to.row)
      }
    }
    rows = parts.mapValues {
      SequentialList(deleted: $0.deleted, inserted: $0.inserted, movedFrom: $0.movedFrom, movedTo: $0.movedTo)
    }
  }

  private struct RowLists {
    var deleted: [Int] = []
    var inserted: [Int] = []
    var movedFrom: [Int] = []
    var movedTo: [Int] = []
  }

  /// Adds content updates, with positions in the target.
  mutating func update(sections: [Int], rows: [RowPath]) {
    for (index, target) in zip(batch.updatedSections, sections) {
      steps.append(.updateSection(index, target: target))
    }
    for (path, target) in zip(batch.updatedRows, rows) { steps.append(.updateRow(path, target: target)) }
  }

  /// Adds all other steps.
  ///
  /// - Parameter target: A closure that returns the target position of a section after the batch.
  mutating func restructure(target: (Int) -> Int) {
    for path in batch.deletedRows.ascending().reversed() { steps.append(.deleteRow(path)) }
    let arrivals =
      batch.insertedRows.map { (to: $0, from: RowPath?.none) } + batch.movedRows.map { (to: $0.to, from: $0.from) }
    for arrival in arrivals.sorted(on: { $0.to.number }) {
      guard let section = sectionSources.source(of: arrival.to.section) else { continue }
      var place: RowPath?
      if let from = arrival.from {
        place = (rows[from.section]?.leave(from.row)).map { RowPath(section: from.section, row: $0) }
      }
      guard let row = rows[section]?.arrive(arrival.to.row) else { continue }
      let path = RowPath(section: section, row: row)
      if let place {
        steps.append(.moveRow(from: place, to: path))
      } else {
        let final = RowPath(section: target(arrival.to.section), row: arrival.to.row)
        steps.append(.insertRow(path, target: final))
      }
    }
    restructureSections(target)
  }

  private mutating func restructureSections(_ target: (Int) -> Int) {
    for index in batch.deletedSections.ascending().reversed() { steps.append(.deleteSection(index)) }
    let arrivals =
      batch.insertedSections.map { (to: $0, from: Int?.none) } + batch.movedSections.map { (to: $0.to, from: $0.from) }
    for arrival in arrivals.sorted(on: { $0.to }) {
      if let from = arrival.from {
        let place = sections.leave(from)
        steps.append(.moveSection(from: place, to: sections.arrive(arrival.to)))
      } else {
        steps.append(.insertSection(sections.arrive(arrival.to), target: target(arrival.to)))
      }
    }
  }
}
