public import Observation
public import TableDiff

/// The rows of a table for SwiftUI and other observers: each row is followed by itself.
///
/// ```swift
/// struct Inbox: View {
///   @State private var mails = TableRows(inbox)       // any source: a live table, a query, what operators make of them
///
///   var body: some View {
///     List {
///       ForEach(mails.sections) { folder in
///         Section(folder.value.name) {
///           ForEach(folder.rows) { MailRow(mail: $0) }
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// A changed row notifies the readers of that row, and no others. A row that comes, goes or moves notifies who reads the rows
/// of its section. The arrays are values: what `ForEach` holds does not change under it.
///
/// It is a ``TableView`` like any other: differences are computed off the main actor, `bind` takes sequences, too, the
/// binding ends when the rows go, and the user's edits go through ``link``.
@MainActor @Observable public final class TableRows<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// Connects the rows with what they show.
  @ObservationIgnored public let link = TableLink<Section, Row>()

  /// The sections, in order, with their rows.
  ///
  /// Its readers are notified when sections come, go or move.
  public private(set) var sections: [LiveSection<Section, Row>] = []

  /// Creates rows that are not bound yet.
  public init() {
    _ = link.follower { UnseenRows(self) }
  }

  /// Creates rows that follow a source.
  ///
  /// - Parameters:
  ///   - source: What to show.
  ///   - options: How tables are shown.
  @inlinable public convenience init(_ source: some TableSource<Section, Row>, options: TableOptions = TableOptions()) {
    self.init()
    bind(source, options: options)
  }

  /// The rows of all sections, in order.
  ///
  /// - Complexity: O(1) for a table of one section, else O(*n*).
  public var all: [LiveRow<Row>] { sections.count == 1 ? sections[0].rows : sections.flatMap(\.rows) }

  // MARK: - What the applier asks for

  /// Shows the table; sections and rows that were there before stay the same objects.
  public func reload(commit: () -> Void) {
    commit()
    let table = link.table
    var former = FormerRows(sections, for: table, refreshed: link.refreshed)
    show(table.sections.map { former.section(for: $0) })
  }

  /// Shows one batch: only what it names is made, moved or changed.
  ///
  /// Rows that look the same are taken, too, unless a table of more than 512 rows shares none with the one before.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations and rows that an edit has copied, and O(*n*) for the rows of sections
  ///   in which rows come, go or move.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) {
    let source = link.table
    commit()
    let (operations, table, before) = (stage.operations, link.table, sections)
    let map = PathMap(operations)
    for old in operations.updatedSections {
      if let index = map.target(ofSection: old) { before[old].value = table.sections[index].value }
    }
    for old in operations.updatedRows {
      if let path = map.target(of: old), let row = table[path] { before[old.section].shownRows[old.row].update(row) }
    }
    // A row that leaves a deleted section, or comes with an inserted one, is deleted and inserted.
    var former = FormerRows(deletedBy: operations, from: before, for: table)
    let comes =
      operations.insertedSections.map { (place: $0, element: former.section(for: table.sections[$0])) }
      + operations.movedSections.map { (place: $0.to, element: before[$0.from]) }
    let after = before.rearranged(
      leaving: operations.deletedSections + operations.movedSections.map(\.from), arriving: comes)

    var arriving: [ObjectIdentifier: [(place: Int, element: LiveRow<Row>)]] = [:]
    var leaving: [ObjectIdentifier: [Int]] = [:]
    func leaves(_ path: RowPath) { leaving[before[path.section].id, default: []].append(path.row) }
    func arrives(_ path: RowPath, _ row: LiveRow<Row>) {
      arriving[after[path.section].id, default: []].append((path.row, row))
    }
    operations.deletedRows.forEach(leaves)
    for path in operations.insertedRows { if let row = table[path] { arrives(path, former.row(for: row)) } }
    for move in operations.movedRows {
      leaves(move.from)
      arrives(move.to, before[move.from.section].shownRows[move.from.row])
    }
    for section in after where leaving[section.id] != nil || arriving[section.id] != nil {
      section.rows = section.shownRows.rearranged(
        leaving: leaving[section.id, default: []], arriving: arriving[section.id, default: []])
    }
    show(after)
    takeUnseen(from: source)
  }

  /// Takes the rows that may be other values than those before, although they look the same.
  ///
  /// Of a long table that shares nothing with the one before no row is taken: that would cost as much as a reload.
  fileprivate func takeUnseen(from source: TableSnapshot<Section, Row>) {
    let table = link.table
    let ranges = table.rowsNotShared(with: source)
    if table.count > Self.longestTaken, ranges.reduce(0, { $0 + $1.rows.count }) == table.count { return }
    for (section, range) in ranges {
      let rows = sections[section].shownRows
      var index = range.lowerBound
      for leaf in table.rope[section].rows.rope.leaves(in: range) {
        for row in leaf {
          rows[index].take(row)
          index += 1
        }
      }
    }
  }

  /// The longest table that is taken whole; at least what an edit may copy of a table, so that what comes from edits is.
  private static var longestTaken: Int { 512 }

  private func show(_ sections: [LiveSection<Section, Row>]) {
    if !sections.elementsEqual(self.sections, by: ===) { self.sections = sections }
  }
}

/// Follows what changes without an update of the view.
@MainActor private final class UnseenRows<Section: Diffable & Sendable, Row: Diffable & Sendable>: LinkFollower {
  private weak let rows: TableRows<Section, Row>?

  init(_ rows: TableRows<Section, Row>) { self.rows = rows }

  func follow(_ change: ShownChange<Section, Row>) {
    if case .unseen = change.kind { rows?.takeUnseen(from: change.source.table) }
  }

  func rest() {}

  func end() {}
}

/// The sections and rows from before a reload, or the rows that a batch deletes, by identity.
@MainActor private struct FormerRows<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private let sections: [LiveSection<Section, Row>]
  private let rows: [LiveRow<Row>]
  private var sectionPlaces: FormerPlaces<Section.Identity>
  private var rowPlaces: FormerPlaces<Row.Identity>
  /// The rows whose readers are notified in any case; `nil` for all.
  private let refreshed: Set<Row.Identity>?

  /// - Parameters:
  ///   - former: What was there before.
  ///   - table: What comes.
  ///   - refreshed: The rows whose readers are notified in any case.
  init(
    _ former: [LiveSection<Section, Row>], for table: TableSnapshot<Section, Row>, refreshed: Set<Row.Identity>
  ) {
    self.refreshed = refreshed
    sections = former
    rows = former.flatMap { $0.shownRows }
    sectionPlaces = FormerPlaces(sections.map { $0.value.identity }, lookups: table.sections.count)
    rowPlaces = FormerPlaces(rows.map { $0.identity }, lookups: table.count)
  }

  /// Only rows that may be among those that a batch inserts, which to their readers is a change.
  init(
    deletedBy operations: BatchOperations, from before: [LiveSection<Section, Row>],
    for table: TableSnapshot<Section, Row>
  ) {
    let count = operations.insertedSections.reduce(operations.insertedRows.count) { $0 + table.rope[$1].rows.count }
    let deleted = operations.deletedRows.lazy.map { before[$0.section].shownRows[$0.row] }
    refreshed = nil
    sections = []
    rows = count == 0 ? [] : deleted + operations.deletedSections.flatMap { before[$0].shownRows }
    sectionPlaces = FormerPlaces([], lookups: 0)
    rowPlaces = FormerPlaces(rows.map { $0.identity }, lookups: count)
  }

  mutating func section(for new: TableSection<Section, Row>) -> LiveSection<Section, Row> {
    let rows = new.rows.map { row(for: $0) }
    guard let place = sectionPlaces.take(new.identity) else { return LiveSection(new.value, rows) }
    let section = sections[place]
    if !section.value.hasSameContent(as: new.value) { section.value = new.value }
    if !rows.elementsEqual(section.shownRows, by: ===) { section.rows = rows }
    return section
  }

  mutating func row(for new: Row) -> LiveRow<Row> {
    guard let place = rowPlaces.take(new.identity) else { return LiveRow(new) }
    if refreshed?.contains(new.identity) ?? true { rows[place].update(new) } else { rows[place].updateIfChanged(new) }
    return rows[place]
  }
}

/// The places of identities from before a reload, each of which is found once.
///
/// Where hashes collide too often, no more are found.
private struct FormerPlaces<Identity: Hashable> {
  private let identities: [Identity]
  /// The last place of each identity.
  private var table: IdentityTable
  /// For the last place of an identity the first one that is left, or -1.
  private var first: [Int]
  /// For each place the next one of its identity, or -1.
  private var next: [Int]

  /// - Parameters:
  ///   - identities: The identities, in order.
  ///   - lookups: How many are looked for.
  init(_ identities: [Identity], lookups: Int) {
    self.identities = identities
    table = IdentityTable(capacity: identities.count, identities: identities.count + lookups)
    first = Array(identities.indices)
    next = Array(repeating: -1, count: identities.count)
    // One that is not equal to itself is never found.
    for place in identities.indices.reversed() where identities[place] == identities[place] {
      if table.isExhausted { return }
      enter(place)
    }
  }

  private mutating func enter(_ place: Int) {
    var probe = table.probe(identityHash(identities[place]))
    let last = find(identities[place], from: &probe)
    if last >= 0 {
      next[place] = first[last]
      first[last] = place
    } else if !table.isExhausted {
      table.insert(place, at: probe)
    }
  }

  /// The last place of an identity, or -1.
  private mutating func find(_ identity: Identity, from probe: inout IdentityTable.Probe) -> Int {
    var found = table.next(&probe)
    while found >= 0, identities[found] != identity { found = table.next(&probe) }
    return found
  }

  /// The first place of an identity that is left; after that it is not any more.
  mutating func take(_ identity: Identity) -> Int? {
    if identities.isEmpty { return nil }
    var probe = table.probe(identityHash(identity))
    let last = find(identity, from: &probe)
    if last < 0 || first[last] < 0 { return nil }
    defer { first[last] = next[first[last]] }
    return first[last]
  }
}
