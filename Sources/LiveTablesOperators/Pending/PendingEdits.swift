package import LiveTables

/// Edits that wait for an answer, made again on every newer table of a source.
///
/// Pure: every event changes ``table``, and answers which edits have been settled by it; it knows no source and no task.
///
///     add ──► waits ──confirm──► settled, or waits for a table ──follow──► settled
///               └────refuse────► settled
package struct PendingEdits<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  typealias Content = CapturedTable<Section, Row>
  typealias Edits = NumberedEdits<Section, Row>
  /// Makes edits on a table, specialised where the machine was made.
  typealias Replaying =
    @Sendable (inout EditReplay<Section, Row>, Content, [Edits], _ renamed: [Row.Identity: Row.Identity]) -> Content

  /// A row that has got another identity.
  private struct Name {
    let old: Row.Identity
    let new: Row.Identity
    /// Whether the table shows it by the new one.
    var isNew = false
  }

  /// The source's newest table, and the one with the edits.
  private(set) var source: Content
  private(set) var table: Content
  private var revision = -1
  private var entries: [Edits] = []
  /// What confirmed edits wait for, by their numbers.
  private var conditions: [Int: EditReceipt<Section, Row>.Condition] = [:]
  private var count = 0
  /// Whether ``table`` is to be made again.
  private var isStale = false
  private var names: [Name] = []
  private var replay = EditReplay<Section, Row>()
  private let perform: Replaying
  private var finder = RowFinder<Section, Row>()

  /// - Parameter source: The source's table until there is one.
  init(_ source: Content, by perform: @escaping Replaying = { $0.table(of: $1, $2, renamed: $3) }) {
    self.perform = perform
    self.source = source
    table = source
  }

  /// How many edits wait.
  package var waiting: Int { entries.count }

  /// Without a source yet.
  package init() { self.init(Content(TableSnapshot())) }

  /// The source's newest table with the edits that wait.
  package var shown: TableSnapshot<Section, Row> { table.table }

  /// Adds edits, as one that waits.
  ///
  /// - Parameter edits: Made on ``table``.
  /// - Returns: Its number.
  package mutating func add(_ edits: [RecordedEdit<Section, Row>]) -> Int {
    count += 1
    entries.append(Edits(count, edits))
    if isStale { return count }
    if replay.isFollowing {
      table = perform(&replay, source, entries, current)
    } else {
      var replay = EditReplay<Section, Row>()
      table = perform(&replay, table, [Edits(count, edits)], current)
    }
    return count
  }

  /// Adds edits that insert what the table lacks, as one that waits.
  package mutating func add(_ edits: [TableEdit<Section, Row>]) -> Int { add(edits.map { RecordedEdit($0) }) }

  /// The source has another table.
  ///
  /// - Parameters:
  ///   - source: The table.
  ///   - revision: The source's revision.
  ///   - hasOtherRows: Whether rows may differ that compare equal.
  /// - Returns: The edits that are settled by it.
  mutating func follow(_ source: Content, revision: Int, hasOtherRows: Bool) -> [Int] {
    self.source = source
    self.revision = revision
    isStale = true
    if hasOtherRows { replay.forget() }
    let settled = conditions.filter { isMet($0.value) }.keys.sorted()
    for number in settled { _ = drop(number) }
    return settled
  }

  /// The source has another table.
  package mutating func follow(_ source: TableSnapshot<Section, Row>) {
    _ = follow(Content(source), revision: revision + 1, hasOtherRows: true)
  }

  /// The edit was taken.
  ///
  /// - Returns: Whether it is settled: it was waiting, and the source has it.
  package mutating func confirm(_ number: Int, _ receipt: EditReceipt<Section, Row>) -> Bool {
    if isMet(receipt.condition) { return drop(number) }
    if index(of: number) != nil { conditions[number] = receipt.condition }
    return false
  }

  /// The edit was not taken, or nothing is heard of it.
  ///
  /// - Returns: Whether it was waiting.
  package mutating func refuse(_ number: Int) -> Bool { drop(number) }

  /// No table will come any more.
  ///
  /// - Returns: All that waited.
  mutating func end() -> [Int] {
    let numbers = entries.map(\.number)
    for number in numbers { _ = drop(number) }
    return numbers
  }

  /// Drops edits that do not wait any more.
  ///
  /// - Returns: Whether there were any.
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

  /// Rows have got other identities, which the source knows them by.
  ///
  /// - Parameter renamed: The new identities, by the old ones.
  mutating func rename(_ renamed: [Row.Identity: Row.Identity]) {
    let renamed = renamed.filter { $0.key != $0.value }
    if renamed.isEmpty { return }
    // A row that is called as before needs no other name.
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

  /// Makes the edits again that wait.
  ///
  /// To be called after every event, once.
  ///
  /// - Returns: The rows that ``table`` has by another identity than before.
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

  /// Only edits that wait can name a row as it was called: otherwise that identity may be another row's.
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
