import LiveTables
import LiveTablesTesting

/// Diffs two tables, and checks the changeset against every rule.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = TableReader(bytes: Array(UnsafeBufferPointer(start: start, count: count))[...])
  let source = reader.next()
  let target = reader.next(after: source)
  check(target.difference(from: source), source, target)
  return 0
}

/// Reads tables from bytes.
///
/// A byte below 0xE0 is a row with one of 32 identities and 7 contents, another byte begins a section, and 0xFF ends
/// the table. 0xFF alone is a table without sections. 0xFE begins edits of the previous table.
struct TableReader {
  var bytes: ArraySlice<UInt8>

  mutating func next(after source: SampleTable) -> SampleTable {
    if bytes.first != 0xfe { return next() }
    bytes.removeFirst()
    var table = source
    while let byte = bytes.popFirst() { edit(&table, byte) }
    return table
  }

  /// Edits a table by path, which has no effect if the path does not exist.
  private mutating func edit(_ table: inout SampleTable, _ byte: UInt8) {
    let (low, next) = (Int(byte & 31), Int(bytes.popFirst() ?? 0))
    let path = RowPath(section: next >> 5, row: next & 31)
    switch byte >> 5 {
    case 0: table.remove(.path(path))
    case 1: table.insert(SampleRow(low), at: .path(path))
    case 2: table.update(.path(path)) { $0.content += 1 }
    case 3: table.move(from: path, to: RowPath(section: low >> 3, row: low & 7))
    case 4: table.moveSections(.index(low), to: .index(next))
    case 5: table.removeSections(.index(low))
    case 6: table.insertSections([TableSection(SampleSection(low), rows: [])], at: .index(next))
    default: table.updateSection(SampleSection(low, content: next))
    }
  }

  mutating func next() -> TableSnapshot<SampleSection, SampleRow> {
    if bytes.first == 0xff {
      bytes.removeFirst()
      return TableSnapshot(sections: [])
    }
    var sections: [TableSection<SampleSection, SampleRow>] = []
    var value: SampleSection?
    var rows: [SampleRow] = []
    while let byte = bytes.popFirst(), byte != 0xff {
      if byte < 0xe0 {
        rows.append(SampleRow(Int(byte & 31), content: Int(byte >> 5)))
        continue
      }
      if let value { sections.append(TableSection(value, rows: rows)) }
      value = SampleSection(Int(byte & 7), content: Int(byte >> 3 & 3))
      rows = []
    }
    sections.append(TableSection(value ?? SampleSection(0), rows: rows))
    return TableSnapshot(sections: sections)
  }
}

private func check(
  _ changeset: Changeset<SampleSection, SampleRow>, _ source: TableSnapshot<SampleSection, SampleRow>,
  _ target: TableSnapshot<SampleSection, SampleRow>
) {
  if changeset.reload != nil { fatalError("a reload of small tables") }
  var view = StrictBatchEngine(rowCounts: source.rowCounts)
  var shown = source
  for stage in changeset.stages {
    if stage.operations.count == 0 { fatalError("an empty stage") }
    if stage.source != shown { fatalError("a stage that does not follow the one before") }
    do {
      try view.performBatch(stage.operations, before: stage.source.rowCounts, after: stage.target.rowCounts)
    } catch {
      fatalError("\(error)")
    }
    shown = stage.target
  }
  if shown != target { fatalError("it ends at \(shown) instead of \(target)") }
  guard let reached = try? changeset.apply(to: source.plain),
    TableSnapshot(sections: reached.map { TableSection($0.value, rows: $0.rows) }) == target
  else { fatalError("\(changeset) does not lead from \(source) to \(target)") }
  if changeset.isEmpty != (source == target) { fatalError("empty, but different") }
}

extension TableSnapshot where Section == SampleSection, Row == SampleRow {
  fileprivate var plain: [(value: SampleSection, rows: [SampleRow])] { sections.map { ($0.value, Array($0.rows)) } }
}
