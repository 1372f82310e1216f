public import LiveTables

/// Applies edits to successive tables, by identity.
///
/// If a table already contains an inserted row, the table's version of the row is kept.
@usableFromInline struct PendingReplay<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline typealias Content = CapturedTable<Section, Row>
  @usableFromInline typealias Edits = PendingChange<Section, Row>

  /// The number of edits for which searching for rows costs as much as an index.
  @inlinable static var patience: Int { 8 }

  @usableFromInline var searches = 0
  /// The last table with the edits, or `nil` while keeping the table costs more than it saves.
  @usableFromInline var patched: PatchedTable<Section, Row>?

  @inlinable init() {}

  /// Returns a table with the given edits applied.
  ///
  /// - Parameters:
  ///   - edits: The edits, in ascending order of their numbers. Rows that the table does not contain are ignored.
  ///   - renamed: The new identities of rows, keyed by the identities that edits use.
  /// - Complexity: O(*n*) initially, and later O(*e* + *k* log² *n*) for *e* edits, *k* of which are new or affect
  ///   changed rows, plus O(*c* log *n*) for *c* changes.
  @inlinable mutating func table(
    of source: Content, _ edits: [Edits], renamed: [Row.Identity: Row.Identity]
  ) -> Content {
    if source.captured == nil, let table = patch(source.table, edits, renamed) {
      return CapturedTable(table, captured: nil, value: source.value)
    }
    return edited(source, edits, renamed)
  }

  @inlinable mutating func patch(
    _ table: TableSnapshot<Section, Row>, _ edits: [Edits], _ renamed: [Row.Identity: Row.Identity]
  ) -> TableSnapshot<Section, Row>? {
    searches += edits.count
    if searches < Self.patience { return nil }
    var patched = self.patched.take() ?? PatchedTable(table)
    let isPatched = patched.follow(to: table, edits, names: renamed)
    self.patched = patched
    return isPatched ? patched.table : nil
  }

  /// Whether the cost of the next table depends only on the number of changes.
  var isFollowing: Bool { patched?.isCurrent == true }

  /// Handles rows that may differ although they compare equal.
  mutating func forget() { patched?.forget() }

  @inlinable func edited(
    _ source: Content, _ edits: [Edits], _ renamed: [Row.Identity: Row.Identity]
  ) -> Content {
    var editor = TableEditor(source)
    for all in edits {
      for edit in all.edits {
        for edit in edit.missing(renamed, in: &editor) { editor.apply(edit) }
      }
    }
    return editor.snapshot
  }
}

extension RecordedChange {
  /// Returns the edit with renamed rows, excluding inserted rows and sections that the table already contains.
  @inlinable func missing(
    _ renamed: [Row.Identity: Row.Identity], in editor: inout TableEditor<Section, Row>
  ) -> [TableEdit<Section, Row>] {
    typealias Edit = TableEdit<Section, Row>
    func path(of id: Row.Identity) -> RowPath? { editor.finder.path(of: id, in: editor.table) }
    func name(_ id: Row.Identity) -> Row.Identity {
      guard let last = renamed.lastName(of: id), path(of: last) != nil else { return id }
      return last
    }
    func rows(_ rows: Edit.Rows) -> Edit.Rows {
      guard case .ids(let ids) = rows.kind else { return rows }
      var named = Edit.Rows.ids(ids.map(name))
      named.isPaired = rows.isPaired
      return named
    }
    func place(_ place: Edit.Place) -> Edit.Place {
      switch place.kind {
      case .before(let id): .before(name(id))
      case .after(let id): .after(name(id))
      case .between(let above, let below, let section):
        .init(.between(above.map(name), below.map(name), orEndOf: section))
      case .path, .end, .anchored: place
      }
    }
    var seen: Set<Row.Identity> = []
    var arrivals = Arrivals(twins?.rows ?? [:])
    /// - Parameter going: The number of replaced rows with each identity.
    func hasArrived(_ row: Row, _ going: [Row.Identity: Int] = [:]) -> Bool {
      let id = name(row.identity)
      if twins == nil { return going[id] == nil && path(of: id) != nil }
      return arrivals.hasArrived(row.identity) {
        editor.table.reduce(-(going[id] ?? 0)) { $0 + ($1.identity == id ? 1 : 0) }
      }
    }
    func missing(_ rows: some Sequence<Row>) -> [Row] {
      rows.filter { (twins != nil || seen.insert($0.identity).inserted) && !hasArrived($0) }
    }
    switch edit {
    case .insert(let new, let at):
      let missing = missing(new)
      return missing.isEmpty && !new.isEmpty ? [] : [.insert(missing, at: place(at))]
    case .insertSections(let new, let at):
      var coming: [TableSection<Section, Row>] = []
      var edits: [Edit] = []
      var arrived = Arrivals(twins?.sections ?? [:])
      for section in new {
        let rows = missing(section.rows)
        let isThere = arrived.hasArrived(section.identity) {
          editor.table.sections.count { $0.identity == section.identity }
        }
        if !isThere {
          coming.append(TableSection(section.value, rows: rows))
        } else if !rows.isEmpty {
          edits.append(.insert(rows, at: .end(of: section.identity)))
        }
      }
      return edits + (coming.isEmpty && !new.isEmpty ? [] : [.insertSections(coming, at: at)])
    case .remove(let which): return [.remove(rows(which))]
    case .replace(let which, let new, let isRefresh):
      let which = rows(which)
      let edit = Edit.replace(which, with: new, isRefresh: isRefresh)
      if case .ids(let ids) = which.kind, ids.elementsEqual(new.lazy.map(\.identity)) { return [edit] }
      let pairs = which.pairs(which.places(in: editor.table, with: &editor.finder), with: new)
      var going: [Row.Identity: Int] = [:]
      for pair in pairs { if let id = editor.table[pair.path]?.identity { going[id, default: 0] += 1 } }
      let isThere = pairs.map { hasArrived($0.new, going) }
      if !isThere.contains(true) { return [edit] }
      let (left, gone) = (zip(pairs, isThere).filter { !$1 }, zip(pairs, isThere).filter { $1 })
      return [
        .replace(.paths(left.map(\.0.path)), with: left.map(\.0.new), isRefresh: isRefresh),
        .remove(.paths(gone.map(\.0.path))),
      ]
    case .patch(let which, let change): return [.patch(rows(which), change)]
    case .move(let which, let to): return [.move(rows(which), to: place(to))]
    case .order, .set, .removeSections, .updateSection, .moveSections, .orderSections, .setSections:
      return [edit]
    }
  }
}
