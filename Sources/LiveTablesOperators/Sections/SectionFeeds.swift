import LiveTables

/// The configuration of a binder's sections, and the resulting table.
///
/// The configuration of a particular section takes precedence over the defaults for all other sections, separately for
/// rows and for each kind of supplementary view. A later call replaces the effect of an earlier call.
struct SectionFeeds<ID: Hashable & Sendable, Row: Diffable & Sendable> {
  typealias Facts = SectionDisplay<ID>.Facts

  enum Content {
    /// Rows that are diffed when they are set.
    case rows([Row])
    /// Rows that are identified by their position, and reloaded whenever they are set.
    case placedRows([Row])
    /// A number of cells without rows.
    case cells(Int)

    init(_ rows: [Row], _ diffed: Bool) { self = diffed ? .rows(rows) : .placedRows(rows) }
  }

  private typealias Rows = SectionRows<SectionRow<ID, Row>>

  /// Values for named sections, and for all other sections.
  private struct Layers<Value> {
    /// The values for named sections, where an inner `nil` overrides the value for all other sections.
    var named: [ID: Value?] = [:]
    var others: [ID: Value] = [:]

    subscript(id: ID) -> Value? { if let value = named[id] { value } else { others[id] } }
  }

  private var rows = Layers<Rows>()
  private var supplements: [SupplementaryKind: Layers<SupplementaryItem>] = [:]
  private var indexTitles: [ID: String] = [:]
  /// The generation in which each section was last refreshed, followed by the number of generations.
  private(set) var refreshes: [ID: Int] = [:]
  private var count = 0
  /// All sections, in the order of their first configuration.
  private var known: [ID] = []
  private var isKnown: Set<ID> = []
  var display: SectionDisplay<ID>

  init(_ display: SectionDisplay<ID>) { self.display = display }

  // MARK: - Changes

  mutating func setRows(_ content: Content, of id: ID) {
    register([id])
    rows.named[id] = .some(make(content, id))
  }

  /// Sets the rows of sections, which become empty if they are not in the dictionary.
  mutating func setRows(_ contents: [ID: Content], of scope: SectionScope<ID>) {
    switch scope {
    case .sections(let ids): for id in ids { setRows(contents[id] ?? .rows([]), of: id) }
    case .others:
      var others: [ID: Rows] = [:]
      for (id, content) in ordered(contents) {
        register([id])
        others[id] = make(content, id)
      }
      rows.others = others
    }
  }

  /// Sets the item of a section for a kind of supplementary view, or removes it if the item is `nil`.
  mutating func set(_ supplement: SupplementaryItem?, _ kind: SupplementaryKind, _ id: ID) {
    register([id])
    supplements[kind, default: Layers()].named[id] = .some(supplement)
  }

  /// Sets the items of sections for a kind of supplementary view, removing those not in the dictionary.
  mutating func set(_ items: [ID: SupplementaryItem], _ kind: SupplementaryKind, of scope: SectionScope<ID>) {
    switch scope {
    case .sections(let ids): for id in ids { set(items[id], kind, id) }
    case .others:
      register(ordered(items).map(\.0))
      supplements[kind, default: Layers()].others = items
    }
  }

  mutating func set(indexTitle: String?, _ id: ID) {
    register([id])
    indexTitles[id] = indexTitle
  }

  mutating func refresh(_ scope: SectionScope<ID>) {
    switch scope {
    case .sections(let ids): refresh(known.filter(Set(ids).contains))
    case .others: refresh(known.filter { rows.named[$0] == nil })
    }
  }

  mutating func refreshAll() { refresh(known) }

  private mutating func refresh(_ ids: [ID]) {
    for id in ids {
      count += 1
      refreshes[id] = count
      if let named = rows.named[id], let fed = named { rows.named[id] = .some(renewed(fed)) }
      if let fed = rows.others[id] { rows.others[id] = renewed(fed) }
    }
  }

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

  // MARK: - Table

  /// The table that results from the configuration.
  ///
  /// Sections whose rows were not set again share storage with earlier tables. Diffs skip these sections.
  ///
  /// - Complexity: O(*s* log *s*) for *s* sections.
  var table: TableSnapshot<SupplementedSection<ID>, SectionRow<ID, Row>> {
    let facts = known.map { id in
      Facts(id, rowCount: rows[id]?.count ?? 0, hasSupplements: supplements.values.contains { $0[id] != nil })
    }
    return TableSnapshot(
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

  /// Adds the sections that do not exist yet, for example before their sequence has produced an element.
  mutating func register(_ ids: [ID]) {
    for id in ids where isKnown.insert(id).inserted { known.append(id) }
  }

  /// Returns the entries of a dictionary, ordered by their descriptions.
  ///
  /// The order of new sections must be deterministic.
  private func ordered<Value>(_ all: [ID: Value]) -> [(ID, Value)] {
    let pairs = all.map { ($0.key, $0.value) }
    if pairs.allSatisfy({ isKnown.contains($0.0) }) { return pairs }
    return pairs.map { ("\($0.0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func make(_ content: Content, _ id: ID) -> Rows {
    let refreshed = refreshes[id] ?? 0
    switch content {
    case .rows(let rows): return Rows(rows.map { SectionRow($0, in: id, generation: refreshed) })
    case .placedRows(let rows):
      count += 1
      return Rows(rows.enumerated().map { SectionRow($1, at: $0, in: id, generation: count) })
    case .cells(let number):
      return Rows((0..<max(0, number)).map { SectionRow(nil, at: $0, in: id, generation: refreshed) })
    }
  }

  private func renewed(_ rows: Rows) -> Rows { Rows(rows.map { $0.renewed(generation: count) }) }
}
