import Testing

@testable import livetable

/// Checks a document of `livetable diff` against the guarantees of a changeset, using only the document and the rows.
struct DiffDocumentChecker {
  /// A row of one of the files.
  struct Row: Equatable {
    var id: String
    var group: String
    var content: Int
  }

  /// A section during the application of the stages; a row's origin is its index in the old file, or -1.
  private struct Part {
    var id: String
    var isOld: Bool
    var rows: [(id: String, origin: Int)]
  }

  private(set) var complaints: [String] = []
  private(set) var stageCount = 0
  private let old: [Row]
  private let new: [Row]
  private var parts: [Part] = []
  private var updated: [Int] = []
  private var rowMoves = 0
  private var sectionMoves = 0

  init(_ text: String, old: [Row], new: [Row], isGrouped: Bool) throws {
    self.old = isGrouped ? old : old.map { Row(id: $0.id, group: "", content: $0.content) }
    self.new = isGrouped ? new : new.map { Row(id: $0.id, group: "", content: $0.content) }
    let document = try JSONReader.value(of: InputText(text))
    let (source, target) = (Self.grouped(self.old, isGrouped), Self.grouped(self.new, isGrouped))
    require(Self.table(document["source"]) == Self.table(source), "the source is not the old file")
    require(Self.table(document["target"]) == Self.table(target), "the target is not the new file")
    parts = source
    let stages = document["stages"].elements
    stageCount = stages.count
    require(stageCount <= 5, "\(stageCount) stages")
    for (number, stage) in stages.enumerated() where complaints.isEmpty { apply(stage, number) }
    require(parts.map { $0.rows.map(\.id) } == target.map { $0.rows.map(\.id) }, "the new file is not reached")
    require(parts.map(\.id) == target.map(\.id), "the new file's sections are not reached")
    if complaints.isEmpty { checkWhatIsOwed(source, isUngrouped: !isGrouped, oldFile: old, newFile: new) }
  }

  private mutating func require(_ isTrue: Bool, _ complaint: String) {
    if !isTrue { complaints.append(complaint) }
  }

  private static func grouped(_ rows: [Row], _ isGrouped: Bool) -> [Part] {
    var parts = isGrouped ? [] : [Part(id: "", isOld: true, rows: [])]
    for (origin, row) in rows.enumerated() {
      if !parts.contains(where: { $0.id == row.group }) { parts.append(Part(id: row.group, isOld: true, rows: [])) }
      parts[parts.firstIndex { $0.id == row.group }!].rows.append((row.id, origin))
    }
    return parts
  }

  private static func table(_ parts: [Part]) -> [[String]] { parts.map { [$0.id] + $0.rows.map(\.id) } }

  private static func table(_ json: JSONValue) -> [[String]] {
    json["sections"].elements.map { [$0["id"].printed] + $0["rows"].elements.map(\.printed) }
  }

  // MARK: - Stages

  private mutating func apply(_ stage: JSONValue, _ number: Int) {
    let names = [
      "deletedSections", "insertedSections", "movedSections", "deletedRows", "insertedRows", "updatedRows", "movedRows",
    ]
    let lists = Dictionary(uniqueKeysWithValues: names.map { ($0, stage[$0].elements) })
    require(lists.values.contains { !$0.isEmpty }, "stage \(number) is empty")
    let updates = lists["updatedRows"]!.map(\.path)
    let isStructural = lists.contains { $0.key != "updatedRows" && !$0.value.isEmpty }
    require(updates.isEmpty || !isStructural, "stage \(number) mixes updates and structure")
    let deletedSections = lists["deletedSections"]!.map(\.int)
    let insertedSections = lists["insertedSections"]!.map(\.int)
    let sectionsFrom = lists["movedSections"]!.map { $0["from"].int }
    let sectionsTo = lists["movedSections"]!.map { $0["to"].int }
    let deleted = lists["deletedRows"]!.map(\.path)
    let inserted = lists["insertedRows"]!.map(\.path)
    let from = lists["movedRows"]!.map { $0["from"].path }
    let to = lists["movedRows"]!.map { $0["to"].path }
    for places in [deleted + from, inserted + to, updates] {
      require(Set(places).count == places.count, "stage \(number) names a row twice")
    }
    for places in [deletedSections + sectionsFrom, insertedSections + sectionsTo] {
      require(Set(places).count == places.count, "stage \(number) names a section twice")
    }
    require(
      (deleted + from + updates).allSatisfy { !(deletedSections + sectionsFrom).contains($0[0]) }
        && (inserted + to).allSatisfy { !(insertedSections + sectionsTo).contains($0[0]) },
      "stage \(number) names a row in a section that moves, comes or goes")
    rowMoves += from.count
    sectionMoves += sectionsFrom.count
    updated += updates.map { parts[$0[0]].rows[$0[1]].origin }

    // Removes rows and sections at their old places, then inserts them at their new places in ascending order.
    let result = Self.table(stage["result"])
    let moving = zip(from, to).map { (to: $1, row: parts[$0[0]].rows[$0[1]]) }
    for path in (deleted + from).sorted(by: { $1.lexicographicallyPrecedes($0) }) {
      parts[path[0]].rows.remove(at: path[1])
    }
    let movingParts = zip(sectionsFrom, sectionsTo).map { (to: $1, part: parts[$0]) }
    for index in (deletedSections + sectionsFrom).sorted(by: >) { parts.remove(at: index) }
    let newParts = insertedSections.map { index in
      (to: index, part: Part(id: result[index][0], isOld: false, rows: result[index].dropFirst().map { ($0, -1) }))
    }
    for (index, part) in (movingParts + newParts).sorted(by: { $0.to < $1.to }) { parts.insert(part, at: index) }
    let newRows = inserted.map { (to: $0, row: (id: result[$0[0]][$0[1] + 1], origin: -1)) }
    for (path, row) in (moving + newRows).sorted(by: { $0.to.lexicographicallyPrecedes($1.to) }) {
      parts[path[0]].rows.insert(row, at: path[1])
    }
    require(Self.table(parts) == result, "stage \(number) does not lead to its result")
  }

  // MARK: - Guarantees of a changeset

  private mutating func checkWhatIsOwed(_ source: [Part], isUngrouped: Bool, oldFile: [Row], newFile: [Row]) {
    let kept = Set(parts.filter(\.isOld).map(\.id))
    require(kept == Set(source.map(\.id)).intersection(parts.map(\.id)), "a section on both sides does not survive")
    let (oldIDs, newIDs) = (old.map(\.id), new.map(\.id))
    let areUnique = Set(oldIDs).count == oldIDs.count && Set(newIDs).count == newIDs.count
    var ends = [Int: (id: String, group: String, file: Row)]()
    var places: [String: Int] = [:]
    for part in parts {
      let rows = newFile.filter { isUngrouped || $0.group == part.id }
      for (row, file) in zip(part.rows, rows) {
        if row.origin >= 0 { ends[row.origin] = (row.id, part.id, file) }
        places[part.id, default: 0] += 1
      }
    }
    for (origin, row) in old.enumerated() {
      guard let end = ends[origin] else {
        let other = new.first { $0.id == row.id }
        let mustStay = areUnique && kept.contains(row.group) && other.map { kept.contains($0.group) } ?? false
        require(!mustStay, "row \(row.id) does not survive")
        require(!updated.contains(origin), "row \(row.id) is deleted and updated")
        continue
      }
      require(end.id == row.id, "row \(row.id) becomes row \(end.id)")
      let isChanged = oldFile[origin] != end.file
      require(updated.count { $0 == origin } == (isChanged ? 1 : 0), "row \(row.id): wrong number of updates")
    }
    require(!updated.contains(-1), "an inserted row is updated")
    if areUnique { checkMoves(source) }
  }

  private mutating func checkMoves(_ source: [Part]) {
    let order = Dictionary(uniqueKeysWithValues: source.enumerated().map { ($1.id, $0) })
    let sections = parts.filter(\.isOld).map { order[$0.id]! }
    require(sectionMoves == sections.count - Self.longestRise(sections), "\(sectionMoves) sections move")
    var fewest = 0
    for part in parts where part.isOld {
      let origins = part.rows.map(\.origin).filter { $0 >= 0 }
      let own = origins.filter { old[$0].group == part.id }
      fewest += origins.count - Self.longestRise(own)
    }
    require(rowMoves == fewest, "\(rowMoves) rows move, where \(fewest) have to")
  }

  private static func longestRise(_ values: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, value) in values.enumerated() {
      lengths.append(1 + ((0..<index).filter { values[$0] < value }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

extension JSONValue {
  /// Returns the value of a key, or `.null`.
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let object) = self, let position = object.columns.names.firstIndex(of: key) else { return .null }
    return object.values[position]
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }

  fileprivate var int: Int { Int(printed) ?? -1 }

  /// The section and the row of a path.
  fileprivate var path: [Int] { [self["section"].int, self["row"].int] }
}
