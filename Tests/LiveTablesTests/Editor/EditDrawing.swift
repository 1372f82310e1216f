import LiveTables
import LiveTablesTesting
import TestSupport

/// Random tables and edits, whose targets are present, missing, repeated, or shared by several rows or sections.
struct EditDrawing {
  var random: SeededGenerator
  let isFlat: Bool

  init(seed: UInt64, isFlat: Bool) {
    random = SeededGenerator(seed: seed)
    self.isFlat = isFlat
  }

  private mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func id() -> Int { roll(0...7) }

  private mutating func row() -> SampleRow { SampleRow(id(), content: roll(0...2)) }

  private mutating func rows(_ counts: ClosedRange<Int>) -> [SampleRow] { (0..<roll(counts)).map { _ in row() } }

  private mutating func section() -> TableModel.Section {
    TableModel.Section(value: SampleSection(sectionID() ?? 0, content: isFlat ? 0 : roll(0...1)), rows: rows(0...4))
  }

  private mutating func sectionID() -> Int? { isFlat ? nil : roll(0...3) }

  /// - Parameter hasTwins: Whether rows or sections may share an identity.
  mutating func table(hasTwins: Bool) -> TableModel {
    var model = TableModel(isFlat: isFlat)
    model.sections = (0..<(isFlat ? roll(0...3) == 0 ? 0 : 1 : roll(0...4))).map { _ in section() }
    if hasTwins { return model }
    var (seenRows, seenSections): (Set<Int>, Set<Int>) = ([], [])
    model.sections.removeAll { !seenSections.insert($0.value.id).inserted }
    for index in model.sections.indices {
      model.sections[index].rows.removeAll { !seenRows.insert($0.id).inserted }
    }
    return model
  }

  private mutating func path() -> RowPath { RowPath(section: isFlat ? 0 : roll(-1...4), row: roll(-1...5)) }

  private mutating func named() -> ModelEdit.Rows {
    switch roll(0...9) {
    case 0...2: return .ids((0..<roll(0...5)).map { _ in id() })
    case 3...5: return .paths((0..<roll(0...5)).map { _ in path() })
    case 6:
      let start = roll(-1...3)
      return .range(start..<start + roll(0...3), in: roll(0...1) == 0 ? nil : sectionID())
    case 7: return .matching(divisor: roll(1...4))
    default: return .all(in: roll(0...1) == 0 ? nil : sectionID())
    }
  }

  private mutating func place() -> ModelEdit.Place {
    switch roll(0...3) {
    case 0: .path(path())
    case 1: .before(id())
    case 2: .after(id())
    default: .end(of: roll(0...1) == 0 ? nil : sectionID())
    }
  }

  private mutating func sections() -> ModelEdit.Sections {
    switch roll(0...3) {
    case 0, 1: .ids((0..<roll(0...4)).map { _ in roll(0...3) })
    case 2: .index(roll(-1...4))
    default: .longerThan(roll(-1...3))
    }
  }

  private mutating func sectionPlace() -> ModelEdit.SectionPlace {
    switch roll(0...3) {
    case 0: .index(roll(-1...4))
    case 1: .before(roll(0...3))
    case 2: .after(roll(0...3))
    default: .end
    }
  }

  mutating func edit() -> ModelEdit {
    switch roll(0...(isFlat ? 13 : 20)) {
    case 0...2: .insert(rows(0...3), at: place())
    case 3, 4: .remove(named())
    case 5...7: .replace(named(), with: rows(0...5), isRefresh: roll(0...1) == 0)
    case 8, 9: .update(named(), by: roll(0...2), renames: roll(0...3) == 0)
    case 10, 11: .move(named(), to: place())
    case 12: .sort(roll(0...1) == 0 ? nil : sectionID(), descending: roll(0...1) == 0)
    case 13: .set(rows(0...4), in: roll(0...1) == 0 ? nil : sectionID())
    case 14: .insertSections((0..<roll(0...2)).map { _ in section() }, at: sectionPlace())
    case 15: .removeSections(sections())
    case 16: .updateSection(SampleSection(roll(0...3), content: roll(0...2)))
    case 17, 18: .moveSections(sections(), to: sectionPlace())
    case 19: .sortSections
    default: .setSections((0..<roll(0...3)).map { _ in section() })
    }
  }
}

/// Converts sample rows, sections and edits to those of a table type, and back.
struct EditWriting<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable
where Section.Identity: Sendable, Row.Identity: Sendable {
  let section: @Sendable (SampleSection) -> Section
  let sectionID: @Sendable (Int) -> Section.Identity
  let sectionSample: @Sendable (Section) -> SampleSection
  let row: @Sendable (SampleRow) -> Row
  let rowID: @Sendable (Int) -> Row.Identity
  let sample: @Sendable (Row) -> SampleRow

  typealias Edit = TableEdit<Section, Row>

  func table(_ model: TableModel) -> TableSnapshot<Section, Row> {
    TableSnapshot(sections: model.sections.map(section))
  }

  func model(_ table: TableSnapshot<Section, Row>, isFlat: Bool) -> TableModel {
    TableModel(
      sections: table.sections.map { TableModel.Section(value: sectionSample($0.value), rows: $0.rows.map(sample)) },
      isFlat: isFlat)
  }

  private func section(_ section: TableModel.Section) -> TableSection<Section, Row> {
    TableSection(self.section(section.value), rows: section.rows.map(row))
  }

  /// Returns the edit as a value.
  func edit(_ edit: ModelEdit) -> Edit {
    switch edit {
    case .insert(let rows, let at): .insert(rows.map(row), at: place(at))
    case .remove(let named): .remove(rows(named))
    case .replace(let named, let new, let isRefresh): .replace(rows(named), with: new.map(row), isRefresh: isRefresh)
    case .update(let named, let number, let renames): .patch(rows(named), update(number, renames))
    case .move(let named, let to): .move(rows(named), to: place(to))
    case .sort(let id, let descending): .order(id.map(sectionID), by: order(descending))
    case .set(let rows, let id): .set(rows.map(row), in: id.map(sectionID))
    case .insertSections(let new, let at): .insertSections(new.map(section), at: place(at))
    case .removeSections(let named): .removeSections(sections(named))
    case .updateSection(let value): .updateSection(section(value))
    case .moveSections(let named, let to): .moveSections(sections(named), to: place(to))
    case .sortSections: .orderSections { [sectionSample] in sectionSample($0).id < sectionSample($1).id }
    case .setSections(let new): .setSections(new.map(section))
    }
  }

  /// Applies the edit by its own method, if there is one.
  ///
  /// - Returns: Whether the table has the edit's targets, or `nil` if the method does not return that.
  func perform(_ edit: ModelEdit, on table: inout some TableEditable<Section, Row>) -> Bool? {
    switch edit {
    case .insert(let rows, .end(let id)): return table.append(contentsOf: rows.map(row), to: id.map(sectionID))
    case .insert(let rows, let at): return table.insert(contentsOf: rows.map(row), at: place(at))
    case .remove(.matching(let divisor)):
      table.removeAll { sample($0).id % divisor == 0 }
      return nil
    case .remove(let named): return table.remove(rows(named))
    case .update(let named, let number, let renames): return table.update(rows(named), update(number, renames))
    case .move(let named, let to): return table.move(rows(named), to: place(to))
    case .sort(let id, let descending): return table.sort(id.map(sectionID), by: order(descending))
    case .set(let rows, let id): return table.set(rows.map(row), in: id.map(sectionID))
    case .insertSections(let new, let at): return table.insertSections(new.map(section), at: place(at))
    case .removeSections(let named): return table.removeSections(sections(named))
    case .updateSection(let value): return table.updateSection(section(value))
    case .moveSections(let named, let to): return table.moveSections(sections(named), to: place(to))
    case .sortSections:
      table.sortSections { sectionSample($0).id < sectionSample($1).id }
      return nil
    case .setSections(let new):
      table.setSections(new.map(section))
      return nil
    case .replace: return table.apply(self.edit(edit))
    }
  }

  private func update(_ number: Int, _ renames: Bool) -> @Sendable (inout Row) -> Void {
    { [row, sample] value in value = row(ModelEdit.updated(sample(value), by: number, renames: renames)) }
  }

  private func order(_ descending: Bool) -> @Sendable (Row, Row) -> Bool {
    { [sample] one, two in descending ? sample(one).id > sample(two).id : sample(one).id < sample(two).id }
  }

  private func rows(_ rows: ModelEdit.Rows) -> Edit.Rows {
    switch rows {
    case .ids(let ids): .ids(ids.map(rowID))
    case .paths(let paths): .paths(paths)
    case .range(let range, let id): .range(range, in: id.map(sectionID))
    case .matching(let divisor): .where { [sample] in sample($0).id % divisor == 0 }
    case .all(let id): .all(in: id.map(sectionID))
    }
  }

  private func place(_ place: ModelEdit.Place) -> Edit.Place {
    switch place {
    case .path(let path): .path(path)
    case .before(let id): .before(rowID(id))
    case .after(let id): .after(rowID(id))
    case .end(of: let id?): .end(of: sectionID(id))
    case .end(of: nil): .end
    }
  }

  private func sections(_ sections: ModelEdit.Sections) -> Edit.Sections {
    switch sections {
    case .ids(let ids): .ids(ids.map(sectionID))
    case .index(let index): .index(index)
    case .longerThan(let count): .where { $0.rows.count > count }
    }
  }

  private func place(_ place: ModelEdit.SectionPlace) -> Edit.SectionPlace {
    switch place {
    case .index(let index): .index(index)
    case .before(let id): .before(sectionID(id))
    case .after(let id): .after(sectionID(id))
    case .end: .end
    }
  }
}
