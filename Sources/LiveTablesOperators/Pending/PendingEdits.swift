package import LiveTables

/// Pending edits that are applied to every newer table of a source.
///
/// This type is a pure state machine. The method for each event updates ``table``, and returns the edits that the event
/// settles.
///
///     add ──► waits ──confirm──► settled, or waits for a table ──follow──► settled
///               └────refuse────► settled
package struct PendingEdits<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  typealias Content = CapturedTable<Section, Row>
  typealias Edits = PendingChange<Section, Row>
  /// A function that applies edits to a table, specialized in the module that creates the machine.
  typealias Replaying =
    @Sendable (inout PendingReplay<Section, Row>, Content, [Edits], _ renamed: [Row.Identity: Row.Identity]) -> Content

  private struct Name {
    let old: Row.Identity
    let new: Row.Identity
    /// Whether the table uses the new identity.
    var isNew = false
  }

  /// The newest table of the source, followed by the table with the edits applied.
  private(set) var source: Content
  private(set) var table: Content
  private var revision = -1
  private var entries: [Edits] = []
  private var conditions: [Int: EditReceipt<Section, Row>.Condition] = [:]
  private var count = 0
  private var isStale = false
  private var names: [Name] = []
  private var replay = PendingReplay<Section, Row>()
  private let perform: Replaying
  private var finder = RowFinder<Section, Row>()

  init(_ source: Content, by perform: @escaping Replaying = { $0.table(of: $1, $2, renamed: $3) }) {
    self.perform = perform
    self.source = source
    table = source
  }

  package var waiting: Int { entries.count }

  package init() { self.init(Content(TableSnapshot())) }

  package var shown: TableSnapshot<Section, Row> { table.table }

  /// Adds edits as a single pending edit.
  package mutating func add(_ edits: [RecordedChange<Section, Row>]) -> Int {
    count += 1
    entries.append(Edits(count, edits))
    if isStale { return count }
    if replay.isFollowing {
      table = perform(&replay, source, entries, current)
    } else {
      var replay = PendingReplay<Section, Row>()
      table = perform(&replay, table, [Edits(count, edits)], current)
    }
    return count
  }

  /// Adds edits as a single pending edit, inserting rows only if the table does not contain them.
  package mutating func add(_ edits: [TableEdit<Section, Row>]) -> Int { add(edits.map { RecordedChange($0) }) }

  /// Handles a new table from the source.
  ///
  /// - Parameters:
  ///   - hasOtherRows: Whether rows may differ from the previous rows although they compare equal.
  /// - Returns: The edits that the table settles.
  mutating func follow(_ source: Content, revision: Int, hasOtherRows: Bool) -> [Int] {
    self.source = source
    self.revision = revision
    isStale = true
    if hasOtherRows { replay.forget() }
    let settled = conditions.filter { isMet($0.value) }.keys.sorted()
    for number in settled { _ = drop(number) }
    return settled
  }

  package mutating func follow(_ source: TableSnapshot<Section, Row>) {
    _ = follow(Content(source), revision: revision + 1, hasOtherRows: true)
  }

  /// Handles the confirmation of an edit.
  ///
  /// - Returns: Whether the edit was pending and the source includes it.
  package mutating func confirm(_ number: Int, _ receipt: EditReceipt<Section, Row>) -> Bool {
    if isMet(receipt.condition) { return drop(number) }
    if index(of: number) != nil { conditions[number] = receipt.condition }
    return false
  }

  package mutating func refuse(_ number: Int) -> Bool { drop(number) }

  mutating func end() -> [Int] {
    let numbers = entries.map(\.number)
    for number in numbers { _ = drop(number) }
    return numbers
  }

  private mutating func drop(_ number: Int) -> Bool {
    guard let index = index(of: number) else { return false }
    entries.remove(at: index)
    conditions[number] = nil
    isStale = true
    return true
  }

  private func index(of number: Int) -> Int? {
    let index = entries.indices.partitioningIndex { entries[$0].number >= number }
    return index < entries.count && entries[index].number == number ? index : nil
  }

  /// Handles identities that have changed in the source.
  ///
  /// - Parameter renamed: The new identities, keyed by the old identities.
  mutating func rename(_ renamed: [Row.Identity: Row.Identity]) {
    let renamed = renamed.filter { $0.key != $0.value }
    if renamed.isEmpty { return }
    // A row that has returned to its earlier identity needs no other name.
    let called = Set(renamed.values)
    names.removeAll { renamed[$0.old] != nil || called.contains($0.old) }
    for (old, new) in renamed { names.append(Name(old: old, new: new)) }
    isStale = true
  }

  private func isMet(_ condition: EditReceipt<Section, Row>.Condition) -> Bool {
    switch condition {
    case .now: true
    case .revision(let wanted): revision >= wanted
    case .table(let isThere): revision >= 0 && isThere(source.table)
    }
  }

  /// Applies the pending edits again.
  ///
  /// Call this method once after every event.
  ///
  /// - Returns: The rows whose identities in ``table`` have changed.
  package mutating func update() -> [Row.Identity: Row.Identity] {
    if isStale, entries.isEmpty {
      table = source
    } else if isStale {
      table = perform(&replay, source, entries, current)
    }
    isStale = false
    defer { forgetNames() }
    return renamed()
  }

  private var current: [Row.Identity: Row.Identity] {
    Dictionary(names.map { ($0.old, $0.new) }) { _, last in last }
  }

  private mutating func renamed() -> [Row.Identity: Row.Identity] {
    var changed: [Row.Identity: Row.Identity] = [:]
    for index in names.indices {
      let name = names[index]
      let isNew = finder.path(of: name.new, in: table.table) != nil
      let isOld = finder.path(of: name.old, in: table.table) != nil
      if isNew == isOld || isNew == name.isNew { continue }
      names[index].isNew = isNew
      changed[isNew ? name.old : name.new] = isNew ? name.new : name.old
    }
    return changed
  }

  /// Discards names that no pending edit uses, because their identities may be reused.
  private mutating func forgetNames() {
    if names.isEmpty { return }
    var named: Set<Row.Identity> = []
    for edit in entries.lazy.flatMap(\.edits) {
      guard let ids = edit.edit.namedRows else { return }
      named.formUnion(ids)
    }
    let current = current
    for var id in named { while let next = current[id], named.insert(next).inserted { id = next } }
    names.removeAll { !named.contains($0.old) }
  }
}
