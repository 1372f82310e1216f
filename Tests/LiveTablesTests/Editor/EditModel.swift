import LiveTables
import LiveTablesTesting
import TestSupport

/// An edit of a table as plain data, with its effect on plain arrays: written from the documentation of `TableEdit`,
/// without the library's code.
enum ModelEdit {
  enum Rows {
    case ids([Int])
    case paths([RowPath])
    case range(Range<Int>, in: Int?)
    case matching(divisor: Int)
    case all(in: Int?)
  }

  enum Place {
    case path(RowPath)
    case before(Int)
    case after(Int)
    case end(of: Int?)
  }

  enum Sections {
    case ids([Int])
    case index(Int)
    case longerThan(Int)
  }

  enum SectionPlace {
    case index(Int)
    case before(Int)
    case after(Int)
    case end
  }

  case insert([SampleRow], at: Place)
  case remove(Rows)
  case replace(Rows, with: [SampleRow], isRefresh: Bool)
  case update(Rows, by: Int, renames: Bool)
  case move(Rows, to: Place)
  case sort(Int?, descending: Bool)
  case set([SampleRow], in: Int?)
  case insertSections([TableModel.Section], at: SectionPlace)
  case removeSections(Sections)
  case updateSection(SampleSection)
  case moveSections(Sections, to: SectionPlace)
  case sortSections
  case setSections([TableModel.Section])

  /// Returns a row after an update.
  static func updated(_ row: SampleRow, by number: Int, renames: Bool) -> SampleRow {
    SampleRow(renames ? row.id + number : row.id, content: row.content + number)
  }
}

/// A table as arrays.
struct TableModel: Equatable, CustomStringConvertible {
  struct Section: Equatable {
    var value: SampleSection
    var rows: [SampleRow]
  }

  var sections: [Section] = []
  /// Whether the table is flat, which means that its first row creates its section.
  var isFlat = false

  var description: String { sections.map { "\($0.value)\($0.rows)" }.joined(separator: " ") }

  var rowCounts: [Int] { sections.map(\.rows.count) }

  /// Applies an edit.
  ///
  /// - Returns: Whether the table has the edit's place and any of its targets; if not, the table is unchanged.
  mutating func apply(_ edit: ModelEdit) -> Bool {
    switch edit {
    case .insert(let rows, let place):
      var result = self
      guard let path = result.path(place), result.insert(rows, at: path) else { return false }
      self = result
    case .remove(.all(in: nil)): for index in sections.indices { sections[index].rows = [] }
    case .remove(let rows):
      guard let found = paths(rows) else { return false }
      remove(found)
    case .replace(let rows, let new, _):
      guard let found = paths(rows) else { return false }
      for (path, row) in zip(found, new) { sections[path.section].rows[path.row] = row }
    case .update(let rows, let number, let renames):
      guard let found = paths(rows) else { return false }
      for path in found {
        let row = sections[path.section].rows[path.row]
        sections[path.section].rows[path.row] = ModelEdit.updated(row, by: number, renames: renames)
      }
    case .move(let rows, let place):
      guard let found = paths(rows) else { return false }
      let moved = found.map { sections[$0.section].rows[$0.row] }
      var result = self
      result.remove(found)
      guard let path = result.path(place), result.insert(moved, at: path) else { return false }
      self = result
    case .sort(let id, let descending):
      if id != nil, index(of: id) == nil { return false }
      for index in id == nil ? Array(sections.indices) : [self.index(of: id) ?? 0] {
        let rows = sections[index].rows.enumerated()
        sections[index].rows = rows.sorted { one, two in
          one.element.id == two.element.id
            ? one.offset < two.offset : (one.element.id < two.element.id) != descending
        }.map(\.element)
      }
    case .set(let rows, let id):
      if sections.isEmpty, isFlat, id == nil { sections = [Section(value: SampleSection(0), rows: [])] }
      guard let index = index(of: id) else { return false }
      sections[index].rows = rows
    default: return applyToSections(edit)
    }
    return true
  }

  private mutating func applyToSections(_ edit: ModelEdit) -> Bool {
    switch edit {
    case .insertSections(let new, let place):
      guard let index = index(place), 0...sections.count ~= index else { return false }
      sections.insert(contentsOf: new, at: index)
    case .removeSections(let named):
      guard let found = indices(named) else { return false }
      for index in found.sorted().reversed() { sections.remove(at: index) }
    case .updateSection(let value):
      guard let index = index(of: value.id) else { return false }
      sections[index].value = value
    case .moveSections(let named, let place):
      guard let found = indices(named) else { return false }
      var result = self
      for index in found.sorted().reversed() { result.sections.remove(at: index) }
      guard let index = result.index(place), 0...result.sections.count ~= index else { return false }
      result.sections.insert(contentsOf: found.map { sections[$0] }, at: index)
      self = result
    case .sortSections:
      sections = sections.enumerated().sorted { one, two in
        (one.element.value.id, one.offset) < (two.element.value.id, two.offset)
      }.map(\.element)
    case .setSections(let new): sections = new
    default: return false
    }
    return true
  }

  // MARK: - Targets

  private func index(of id: Int?) -> Int? {
    guard let id else { return sections.isEmpty ? nil : sections.count - 1 }
    return sections.firstIndex { $0.value.id == id }
  }

  private func path(of id: Int) -> RowPath? {
    for (section, content) in sections.enumerated() {
      if let row = content.rows.firstIndex(where: { $0.id == id }) { return RowPath(section: section, row: row) }
    }
    return nil
  }

  private func paths(where isMeant: (SampleRow) -> Bool) -> [RowPath] {
    sections.indices.flatMap { section in
      sections[section].rows.indices.filter { isMeant(sections[section].rows[$0]) }
        .map { RowPath(section: section, row: $0) }
    }
  }

  /// Returns the paths of the rows that exist, each once, or `nil` if rows are named and none of them exists.
  private func paths(_ rows: ModelEdit.Rows) -> [RowPath]? {
    var named: [RowPath?]
    switch rows {
    case .ids(let ids): named = ids.map(path(of:))
    case .paths(let paths):
      named = paths.map { path in
        sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row) ? path : nil
      }
    case .range(0..<0, in: nil) where sections.isEmpty: named = []
    case .range(let range, let id):
      guard let index = index(of: id), range.lowerBound >= 0, range.upperBound <= sections[index].rows.count else {
        return nil
      }
      named = range.map { RowPath(section: index, row: $0) }
    case .matching(let divisor): return paths { $0.id % divisor == 0 }
    case .all(nil): return paths { _ in true }
    case .all(let id?):
      guard let index = index(of: id) else { return nil }
      return paths { _ in true }.filter { $0.section == index }
    }
    var found: [RowPath] = []
    for case let path? in named where !found.contains(path) { found.append(path) }
    return found.isEmpty && !named.isEmpty ? nil : found
  }

  private func indices(_ named: ModelEdit.Sections) -> [Int]? {
    switch named {
    case .ids(let ids):
      var found: [Int] = []
      for id in ids { if let index = index(of: id), !found.contains(index) { found.append(index) } }
      return found.isEmpty && !ids.isEmpty ? nil : found
    case .index(let index): return sections.indices.contains(index) ? [index] : nil
    case .longerThan(let count): return sections.indices.filter { sections[$0].rows.count > count }
    }
  }

  private func index(_ place: ModelEdit.SectionPlace) -> Int? {
    switch place {
    case .index(let index): index
    case .before(let id): index(of: id)
    case .after(let id): index(of: id).map { $0 + 1 }
    case .end: sections.count
    }
  }

  private mutating func path(_ place: ModelEdit.Place) -> RowPath? {
    switch place {
    case .path(let path):
      if isFlat, sections.isEmpty, path == RowPath(section: 0, row: 0) {
        sections = [Section(value: SampleSection(0), rows: [])]
      }
      return path
    case .before(let id): return path(of: id)
    case .after(let id): return path(of: id).map { RowPath(section: $0.section, row: $0.row + 1) }
    case .end(let id):
      if isFlat, sections.isEmpty, id == nil { sections = [Section(value: SampleSection(0), rows: [])] }
      return index(of: id).map { RowPath(section: $0, row: sections[$0].rows.count) }
    }
  }

  private mutating func insert(_ rows: [SampleRow], at path: RowPath) -> Bool {
    guard sections.indices.contains(path.section), 0...sections[path.section].rows.count ~= path.row else {
      return false
    }
    sections[path.section].rows.insert(contentsOf: rows, at: path.row)
    return true
  }

  private mutating func remove(_ paths: [RowPath]) {
    for path in paths.sorted().reversed() { sections[path.section].rows.remove(at: path.row) }
  }
}
