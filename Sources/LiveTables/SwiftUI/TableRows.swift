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
  public init() {}

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
    var former = FormerRows(sections)
    let table = link.table
    show(table.sections.map { former.section(for: $0) })
  }

  /// Shows one batch: only what it names is made, moved or changed.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations, and O(*n*) for the rows of sections in which rows come, go or move.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) {
    commit()
    let (operations, table, before) = (stage.operations, link.table, sections)
    let map = PathMap(operations)
    for old in operations.updatedSections {
      if let index = map.target(ofSection: old) { before[old].value = table.sections[index].value }
    }
    for old in operations.updatedRows {
      if let path = map.target(of: old), let row = table[path] { before[old.section].shownRows[old.row].update(row) }
    }
    let comes =
      operations.insertedSections.map { (place: $0, element: LiveSection(table.sections[$0])) }
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
    for path in operations.insertedRows { if let row = table[path] { arrives(path, LiveRow(row)) } }
    for move in operations.movedRows {
      leaves(move.from)
      arrives(move.to, before[move.from.section].shownRows[move.from.row])
    }
    for section in after where leaving[section.id] != nil || arriving[section.id] != nil {
      section.rows = section.shownRows.rearranged(
        leaving: leaving[section.id, default: []], arriving: arriving[section.id, default: []])
    }
    show(after)
  }

  private func show(_ sections: [LiveSection<Section, Row>]) {
    if !sections.elementsEqual(self.sections, by: ===) { self.sections = sections }
  }
}

/// The sections and rows from before a reload, by identity.
@MainActor private struct FormerRows<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private var sections: [Section.Identity: [LiveSection<Section, Row>]] = [:]
  private var rows: [Row.Identity: [LiveRow<Row>]] = [:]

  init(_ former: [LiveSection<Section, Row>]) {
    // From the end, so that of several with one identity the first is the last of its list.
    for section in former.reversed() {
      sections[section.value.identity, default: []].append(section)
      for row in section.shownRows.reversed() { rows[row.identity, default: []].append(row) }
    }
  }

  mutating func section(for new: TableSection<Section, Row>) -> LiveSection<Section, Row> {
    let rows = new.rows.map { row(for: $0) }
    guard let section = sections[new.identity]?.popLast() else { return LiveSection(new.value, rows) }
    if !section.value.hasSameContent(as: new.value) { section.value = new.value }
    if !rows.elementsEqual(section.shownRows, by: ===) { section.rows = rows }
    return section
  }

  private mutating func row(for new: Row) -> LiveRow<Row> {
    guard !rows.isEmpty, let row = rows[new.identity]?.popLast() else { return LiveRow(new) }
    row.updateIfChanged(new)
    return row
  }
}
