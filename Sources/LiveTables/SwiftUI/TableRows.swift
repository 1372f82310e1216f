public import Observation
public import TableDiff

/// The rows of a table, which SwiftUI and other observers can observe individually.
///
/// ```swift
/// struct Inbox: View {
///   // Any source: a live table, a query, or the result of an operator.
///   @State private var mails = TableRows(inbox, editing: .deleting() + .moving(to: .sameSection))
///
///   var body: some View {
///     List {
///       ForEach(mails.sections) { folder in
///         Section(folder.value.name) {
///           ForEach(folder.rows) { MailRow(mail: $0) }
///             .onDelete { mails.delete($0, in: folder) }
///             .onMove { mails.move($0, to: $1, in: folder) }
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// A changed row notifies only the readers of that row. Inserting, deleting or moving a row notifies readers of its
/// section's rows. An array that `ForEach` is using does not change, because arrays are values.
///
/// Like every ``TableView``, this class computes diffs off the main actor, and you can bind it to sequences with
/// `bind`. The binding ends when the object is deallocated. Its ``link`` receives the user's edits.
@MainActor @Observable public final class TableRows<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// The link between these rows and their source.
  @ObservationIgnored public let link = TableLink<Section, Row>()

  /// The sections with their rows, in order.
  ///
  /// Observers of this property are notified when sections are inserted, deleted or moved.
  public private(set) var sections: [LiveSection<Section, Row>] = []

  /// Creates an empty table that is not bound to a source.
  public init() {
    _ = link.follower { UnseenRows(self) }
  }

  /// Creates a table that is bound to a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - rules: The rules for the user's edits, or `nil` to disallow editing.
  ///   - options: The options of the binding.
  ///   - onFailure: A closure that receives each edit that the source refuses or cannot save, along with the error.
  @inlinable public convenience init(
    _ source: some TableSource<Section, Row>, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil
  ) {
    self.init()
    bind(source, editing: rules, options: options, onFailure: onFailure)
  }

  /// The rows of all sections, in order.
  ///
  /// - Complexity: O(1) for a table with one section, otherwise O(*n*).
  public var all: [LiveRow<Row>] { sections.count == 1 ? sections[0].rows : sections.flatMap(\.rows) }

  // MARK: - The user's edits

  /// Deletes rows as if the user had made the edit, for use with SwiftUI's `onDelete`.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the rows in the section.
  ///   - section: The section of the rows.
  public func delete(_ offsets: some Sequence<Int>, in section: LiveSection<Section, Row>) {
    guard let index = sections.firstIndex(where: { $0 === section }) else { return }
    for offset in offsets.sorted(by: >) { link.editing.delete(at: RowPath(section: index, row: offset)) }
  }

  /// Moves rows within a section as if the user had made the edit, for use with SwiftUI's `onMove`.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the rows in the section.
  ///   - offset: The position, before the move, of the row before which the rows are placed.
  ///   - section: The section of the rows.
  public func move(_ offsets: some Sequence<Int>, to offset: Int, in section: LiveSection<Section, Row>) {
    guard let index = sections.firstIndex(where: { $0 === section }) else { return }
    func move(_ row: Int, to target: Int) {
      link.editing.move(from: RowPath(section: index, row: row), to: RowPath(section: index, row: target))
    }
    let rows = offsets.sorted()
    for (count, row) in rows.filter({ $0 < offset }).reversed().enumerated() { move(row, to: offset - 1 - count) }
    for (count, row) in rows.filter({ $0 >= offset }).enumerated() { move(row, to: offset + count) }
  }

  // MARK: - TableView

  /// Shows a new table, and keeps the objects of existing sections and rows.
  public func reload(commit: () -> Void) {
    commit()
    let table = link.table
    var former = FormerRows(sections, for: table, refreshed: link.refreshed)
    show(table.sections.map { former.section(for: $0) })
  }

  /// Performs a batch update, creating, moving and updating only the rows in it.
  ///
  /// Rows that look the same are also replaced, unless the table has more than 512 rows and shares no rows with the
  /// previous table.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations and rows copied by an edit, plus O(*n*) for the rows of sections
  ///   in which rows are inserted, deleted or moved.
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
    // A row that moves out of a deleted section or into an inserted one is deleted and inserted.
    var former = FormerRows(deletedBy: operations, from: before, for: table)
    let arrivingSections =
      operations.insertedSections.map { (place: $0, element: former.section(for: table.sections[$0])) }
      + operations.movedSections.map { (place: $0.to, element: before[$0.from]) }
    let after = before.rearranged(
      leaving: operations.deletedSections + operations.movedSections.map(\.from), arriving: arrivingSections)

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

  /// Replaces rows that may have different values although they look the same.
  ///
  /// A long table that shares no storage with the previous one is skipped, because that would cost as much as a reload.
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

  /// The maximum size of a table whose rows are all replaced, at least the number of rows that an edit may copy.
  private static var longestTaken: Int { 512 }

  private func show(_ sections: [LiveSection<Section, Row>]) {
    if !sections.elementsEqual(self.sections, by: ===) { self.sections = sections }
  }
}

/// Handles changes that do not update the view.
@MainActor private final class UnseenRows<Section: Diffable & Sendable, Row: Diffable & Sendable>: LinkFollower {
  private weak let rows: TableRows<Section, Row>?

  init(_ rows: TableRows<Section, Row>) { self.rows = rows }

  func follow(_ change: ShownChange<Section, Row>) {
    if case .unseen = change.kind { rows?.takeUnseen(from: change.source.table) }
  }

  func changeCompleted() {}

  func end() {}
}
