import LiveTables

/// The configuration of all sections of a binder, and the table that follows from it.
///
/// Pure. What is set for a section by name wins over what is set for all other sections, separately for its rows and every
/// supplementary kind. The last call wins.
struct SectionFeeds<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  typealias Content = TableSnapshot<SupplementedSection<ID>, SectionRow<ID, Row>>
  typealias Facts = SectionDisplay<ID>.Facts

  /// What a section shows.
  enum Feed {
    /// Rows that are diffed.
    case rows([Row])
    /// Rows that are reloaded whenever they are set.
    case placed([Row])
    /// A number of cells.
    case cells(Int)
  }

  private typealias Rows = SectionRows<SectionRow<ID, Row>>

  /// Values of sections by name, and those of all others.
  private struct Layers<Value> {
    /// An inner `nil`: named, and nothing.
    var named: [ID: Value?] = [:]
    var others: [ID: Value] = [:]

    subscript(id: ID) -> Value? { if let value = named[id] { value } else { others[id] } }
  }

  private var rows = Layers<Rows>()
  private var supplements: [SupplementaryKind: Layers<SupplementaryItem>] = [:]
  private var indexTitles: [ID: String] = [:]
  /// When a section was last refreshed, and how many generations there have been: refreshes, and feeds of placed rows.
  private(set) var refreshes: [ID: Int] = [:]
  private var count = 0
  /// In insertion order.
  private var known: [ID] = []
  private var isKnown: Set<ID> = []
  var display: SectionDisplay<ID>

  init(_ display: SectionDisplay<ID>) { self.display = display }

  // MARK: - Changes

  /// Sets the rows of a section by name.
  mutating func feed(_ feed: Feed, _ id: ID) {
    meet(id)
    rows.named[id] = .some(make(feed, id))
  }

  /// Sets the rows of all other sections.
  ///
  /// Those that are not in the dictionary are emptied.
  mutating func feedOthers(_ feeds: [ID: Feed]) {
    var others: [ID: Rows] = [:]
    for (id, feed) in ordered(feeds) {
      meet(id)
      others[id] = make(feed, id)
    }
    rows.others = others
  }

  /// Sets what a section shows for a kind; `nil` clears it.
  mutating func set(_ supplement: SupplementaryItem?, _ kind: SupplementaryKind, _ id: ID) {
    meet(id)
    supplements[kind, default: Layers()].named[id] = .some(supplement)
  }

  /// Sets what all other sections show for a kind.
  ///
  /// Those that are not in the dictionary show nothing.
  mutating func setOthers(_ values: [ID: SupplementaryItem], _ kind: SupplementaryKind) {
    for (id, _) in ordered(values) { meet(id) }
    supplements[kind, default: Layers()].others = values
  }

  mutating func set(indexTitle: String?, _ id: ID) {
    meet(id)
    indexTitles[id] = indexTitle
  }

  /// Configures again all cells of sections.
  mutating func refresh(_ scope: SectionScope<ID>) {
    let meant: [ID] =
      switch scope {
      case .sections(let ids): known.filter(Set(ids).contains)
      case .others: known.filter { rows.named[$0] == nil }
      case .any: known
      }
    for id in meant {
      count += 1
      refreshes[id] = count
      if let named = rows.named[id], let fed = named { rows.named[id] = .some(renewed(fed)) }
      if let fed = rows.others[id] { rows.others[id] = renewed(fed) }
    }
  }

  /// Removes what was set for a section by name.
  mutating func reset(_ id: ID) {
    rows.named[id] = nil
    for kind in supplements.keys { supplements[kind]?.named[id] = nil }
    indexTitles[id] = nil
    let isNamedByOthers = rows.others[id] != nil || supplements.values.contains { $0.others[id] != nil }
    if isNamedByOthers { return }
    isKnown.remove(id)
    refreshes[id] = nil
    known.removeAll { $0 == id }
  }

  // MARK: - The table

  /// The table that follows.
  ///
  /// Sections whose rows were not set since share their storage with earlier tables, so they are not even compared.
  ///
  /// - Complexity: O(*s* log *s*) for *s* sections.
  var table: Content {
    let facts = known.map { id in
      Facts(id, rowCount: rows[id]?.count ?? 0, hasSupplements: supplements.values.contains { $0[id] != nil })
    }
    return Content(
      sections: display.sections(of: facts).map { id in
        var section = TableSection<SupplementedSection<ID>, SectionRow<ID, Row>>(value(id), rows: [])
        if let fed = rows[id] { section.rows = fed }
        return section
      })
  }

  private func value(_ id: ID) -> SupplementedSection<ID> {
    var section = SupplementedSection(id, indexTitle: indexTitles[id])
    for (kind, layers) in supplements { section[kind] = layers[id] }
    return section
  }

  /// Adds a section unless it is there, if only because a sequence is going to feed it.
  mutating func meet(_ id: ID) {
    if isKnown.insert(id).inserted { known.append(id) }
  }

  /// Sections that are first named in one dictionary follow each other by their descriptions: in any order, but in the
  /// same one every time.
  private func ordered<Value>(_ all: [ID: Value]) -> [(ID, Value)] {
    let pairs = all.map { ($0.key, $0.value) }
    if pairs.allSatisfy({ isKnown.contains($0.0) }) { return pairs }
    return pairs.map { ("\($0.0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func make(_ feed: Feed, _ id: ID) -> Rows {
    let refreshed = refreshes[id] ?? 0
    switch feed {
    case .rows(let rows): return Rows(rows.map { SectionRow($0, in: id, generation: refreshed) })
    case .placed(let rows):
      count += 1
      return Rows(rows.enumerated().map { SectionRow($1, at: $0, in: id, generation: count) })
    case .cells(let number):
      return Rows((0..<max(0, number)).map { SectionRow(nil, at: $0, in: id, generation: refreshed) })
    }
  }

  private func renewed(_ rows: Rows) -> Rows { Rows(rows.map { $0.renewed(generation: count) }) }
}
