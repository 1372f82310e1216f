/// Edits by identity, gathered so that they are made on a table in one pass.
///
/// What comes or moves is kept in the gaps between the table's rows. Edits that need more than identities, and tables in
/// which named rows share one, are for ``TableEdit/apply(to:with:)``.
@usableFromInline package struct EditPatch<Section: Diffable, Row: Diffable> {
  @usableFromInline enum Location: Hashable {
    case nowhere
    case source(RowPath)
    case arrival(Int)
  }

  @usableFromInline let source: TableSnapshot<Section, Row>
  /// What the table calls rows that edits call otherwise.
  @usableFromInline let names: [Row.Identity: Row.Identity]
  /// New content of the source's rows.
  @usableFromInline var changed: [RowPath: Row] = [:]
  /// The source's rows that are removed, or moved away.
  @usableFromInline var gone: Set<RowPath> = []
  /// Rows that come or move; `nil` for those that have gone again.
  @usableFromInline var arrivals: [(row: Row?, gap: RowPath)] = []
  /// Where rows are that come, move or go: the number of an arrival, `nil` for those that have gone.
  @usableFromInline var places: [Row.Identity: Int?] = [:]
  /// The arrivals before each of the source's rows, or at the end of a section.
  @usableFromInline var gaps: [RowPath: [Int]] = [:]
  /// The rows that edits name, there or not.
  @usableFromInline var named: Set<Row.Identity> = []

  /// Some edits, made one after another; what they name and the table lacks is passed over, and so is what they insert
  /// and the table has.
  ///
  /// - Parameters:
  ///   - source: The table.
  ///   - edits: The edits.
  ///   - names: Rows that edits call by another identity than the table does, where it has them.
  ///   - index: Finds rows of the table.
  /// - Returns: `nil` if an edit cannot be gathered.
  /// - Complexity: O(*k* log² *n*) for *k* rows on average.
  @inlinable package init?(
    of source: TableSnapshot<Section, Row>, _ edits: [TableEdit<Section, Row>],
    names: [Row.Identity: Row.Identity] = [:], _ index: inout RowIndex<Section, Row>
  ) {
    self.init(source, names)
    for edit in edits where !gather(edit, &index) { return nil }
  }

  @inlinable init(_ source: TableSnapshot<Section, Row>, _ names: [Row.Identity: Row.Identity]) {
    self.source = source
    self.names = names
  }

  /// - Returns: False if the edit cannot be gathered.
  @inlinable mutating func gather(_ edit: TableEdit<Section, Row>, _ index: inout RowIndex<Section, Row>) -> Bool {
    switch edit {
    case .update(let rows, let change):
      guard let locations = locations(of: rows, &index) else { return false }
      for location in locations where !update(location, change) { return false }
    case .replace(let rows, let new, _):
      guard let locations = locations(of: rows, &index) else { return false }
      for (location, row) in zip(locations, new) where !update(location, { $0 = row }) { return false }
    case .remove(let rows):
      guard let locations = locations(of: rows, &index) else { return false }
      for location in locations { _ = takeOut(location) }
    case .insert(let rows, let place):
      guard let place = self.place(place, &index) else { return false }
      guard case .some(let anchor) = place else { return true }
      let start = arrivals.count
      for row in rows {
        guard let location = location(of: row.identity, &index) else { return false }
        guard case .nowhere = location else { continue }
        places[row.identity] = arrivals.count
        arrivals.append((row, RowPath(section: -1, row: 0)))
      }
      put(start..<arrivals.count, at: anchor)
    case .move(let rows, let place):
      guard let locations = locations(of: rows, &index), let place = self.place(place, &index) else { return false }
      guard case .some(let anchor) = place else { return true }
      for location in locations where isSame(location, anchor) { return true }
      let start = arrivals.count
      for row in locations.compactMap({ takeOut($0) }) {
        places[row.identity] = arrivals.count
        arrivals.append((row, RowPath(section: -1, row: 0)))
      }
      put(start..<arrivals.count, at: anchor)
    case .sort, .set, .insertSections, .removeSections, .updateSection, .moveSections, .sortSections, .setSections:
      return false
    }
    return true
  }

  // MARK: - Where rows are

  /// `nil` where rows share the identity.
  @inlinable mutating func location(of id: Row.Identity, _ index: inout RowIndex<Section, Row>) -> Location? {
    if !names.isEmpty, let last = names.lastName(of: id) {
      guard let location = ownLocation(of: last, &index) else { return nil }
      if case .nowhere = location {} else { return location }
    }
    return ownLocation(of: id, &index)
  }

  @inlinable mutating func ownLocation(of id: Row.Identity, _ index: inout RowIndex<Section, Row>) -> Location? {
    named.insert(id)
    if let place = places[id] { return place.map { .arrival($0) } ?? .nowhere }
    guard let found = index.onlyPath(of: id) else { return nil }
    return found.map { .source($0) } ?? .nowhere
  }

  /// Where each row is; one that is named twice counts once.
  @inlinable mutating func locations(
    of rows: TableEdit<Section, Row>.Rows, _ index: inout RowIndex<Section, Row>
  ) -> [Location]? {
    guard case .ids(let ids) = rows.kind else { return nil }
    var seen: Set<Location> = []
    var locations: [Location] = []
    for id in ids {
      guard let location = location(of: id, &index) else { return nil }
      locations.append(ids.count > 1 && !seen.insert(location).inserted ? .nowhere : location)
    }
    return locations
  }

  /// Beside what rows go.
  @usableFromInline enum Anchor {
    case before(Location)
    case after(Location)
    case end(Int)
  }

  /// - Returns: `nil` if the place cannot be gathered, and nothing inside if there is no such place.
  @inlinable mutating func place(
    _ place: TableEdit<Section, Row>.Place, _ index: inout RowIndex<Section, Row>
  ) -> Anchor?? {
    switch place.kind {
    case .before(let id):
      guard let location = location(of: id, &index) else { return nil }
      if case .nowhere = location { return .some(nil) }
      return .before(location)
    case .after(let id):
      guard let location = location(of: id, &index) else { return nil }
      if case .nowhere = location { return .some(nil) }
      return .after(location)
    case .end(nil): return source.rope.count == 0 ? nil : .end(source.rope.count - 1)
    case .end(let id?):
      guard let section = source.sectionIndex(of: id) else { return .some(nil) }
      return .end(section)
    case .path, .anchored: return nil
    }
  }

  @inlinable func isSame(_ location: Location, _ anchor: Anchor) -> Bool {
    switch anchor {
    case .before(let other), .after(let other): location == other && other != .nowhere
    case .end: false
    }
  }

  // MARK: - Changes

  /// - Returns: False if the row gets another identity.
  @inlinable mutating func update(_ location: Location, _ change: (inout Row) -> Void) -> Bool {
    switch location {
    case .nowhere: return true
    case .source(let path):
      var row = changed[path] ?? source.rope[path.section].rows.rope[path.row]
      let id = row.identity
      change(&row)
      changed[path] = row
      return row.identity == id
    case .arrival(let number):
      guard var row = arrivals[number].row else { return true }
      let id = row.identity
      change(&row)
      arrivals[number].row = row
      return row.identity == id
    }
  }

  @inlinable mutating func takeOut(_ location: Location) -> Row? {
    switch location {
    case .nowhere: return nil
    case .source(let path):
      let row = changed.removeValue(forKey: path) ?? source.rope[path.section].rows.rope[path.row]
      gone.insert(path)
      places[row.identity] = .some(nil)
      return row
    case .arrival(let number):
      guard let row = arrivals[number].row else { return nil }
      arrivals[number].row = nil
      gaps[arrivals[number].gap]?.removeAll { $0 == number }
      places[row.identity] = .some(nil)
      return row
    }
  }

  @inlinable mutating func put(_ numbers: Range<Int>, at anchor: Anchor) {
    let gap: RowPath
    var position: Int
    switch anchor {
    case .before(.arrival(let number)):
      gap = arrivals[number].gap
      position = gaps[gap]?.firstIndex(of: number) ?? 0
    case .after(.arrival(let number)):
      gap = arrivals[number].gap
      position = (gaps[gap]?.firstIndex(of: number) ?? -1) + 1
    case .before(.source(let path)):
      gap = path
      position = gaps[gap]?.count ?? 0
    case .after(.source(let path)):
      gap = RowPath(section: path.section, row: path.row + 1)
      position = 0
    case .end(let section):
      gap = RowPath(section: section, row: source.rope[section].rows.count)
      position = gaps[gap]?.count ?? 0
    case .before(.nowhere), .after(.nowhere): return
    }
    gaps[gap, default: []].insert(contentsOf: numbers, at: position)
    for number in numbers { arrivals[number].gap = gap }
  }

  // MARK: - The table

  /// The source with all that was gathered.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @inlinable package var table: TableSnapshot<Section, Row> {
    var rows = Set(changed.keys)
    rows.formUnion(gone)
    for (gap, numbers) in gaps where !numbers.isEmpty { rows.insert(gap) }
    let touched = rows.sorted()
    var table = source
    var start = 0
    while start < touched.count {
      let section = touched[start].section
      var end = start
      while end < touched.count, touched[end].section == section { end += 1 }
      table.edit(section) { $0.rope = edited($0.rope, touched[start..<end]) }
      start = end
    }
    return table
  }

  /// The rows of a section with what was gathered; all of them are copied once where many change.
  @inlinable func edited(_ rope: SectionRows<Row>.Storage, _ touched: ArraySlice<RowPath>) -> SectionRows<Row>.Storage {
    if touched.count * SectionRows<Row>.Storage.leafCapacity < rope.count {
      var result = rope
      for path in touched.reversed() {
        let isInside = path.row < rope.count
        let staying = isInside && !gone.contains(path) ? [changed[path] ?? rope[path.row]] : []
        result.replace(path.row..<path.row + (isInside ? 1 : 0), with: coming(before: path) + staying)
      }
      return result
    }
    var rows: [Row] = []
    rows.reserveCapacity(rope.count + arrivals.count)
    var next = 0
    for path in touched {
      for leaf in rope.leaves(in: next..<path.row) { rows += leaf }
      rows += coming(before: path)
      if path.row < rope.count, !gone.contains(path) { rows.append(changed[path] ?? rope[path.row]) }
      next = path.row + 1
    }
    if next < rope.count { for leaf in rope.leaves(in: next..<rope.count) { rows += leaf } }
    return SectionRows<Row>.Storage.holding(rows)
  }

  @inlinable func coming(before path: RowPath) -> [Row] {
    gaps[path]?.compactMap { arrivals[$0].row } ?? []
  }
}

extension Dictionary where Key == Value {
  /// What something is called that was called otherwise, perhaps several times; `nil` if it was not.
  @inlinable package func lastName(of name: Key) -> Key? {
    var last = name
    var steps = 0
    while let next = self[last], steps < count {
      last = next
      steps += 1
    }
    return last == name ? nil : last
  }
}
