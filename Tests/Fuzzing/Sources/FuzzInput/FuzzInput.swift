/// Reads bytes in every format: whatever they are, that is a table, and what is wrong with its lines is said.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  split(bytes)
  var complaints = Complaints()
  guard let text = try? InputText(source: "fuzz", bytes: bytes, withoutBadLines: &complaints) else { return 0 }
  let columns = bytes.first.map { Int($0 % 8) + 1 }
  let separator = bytes.last.map { Separator(byte: $0 & 0x7F) }
  for layout in [
    TextLayout(), TextLayout(columns: columns, skip: 1, hasNoHeader: true), TextLayout(separator: separator),
  ] {
    let text = text.dropping(lines: layout.skip)
    for format in [InputFormat.json, .csv, .tsv, .columns] {
      var plan: ColumnPlan?
      check(InputTable(text, format: format, layout: layout, plan: &plan), count)
      check(InputTable(text, format: format, layout: layout, plan: &plan), count)
      plan = nil
      check(InputTable.reading(text, named: format, isGuess: true, layout: layout, plan: &plan).table, count)
    }
    var plan: ColumnPlan?
    check(InputTable.reading(text, named: nil, isGuess: false, layout: layout, plan: &plan).table, count)
  }
  return 0
}

/// A table takes memory in proportion to its bytes, and says what is wrong with which line.
private func check(_ table: InputTable, _ count: Int) {
  for row in table.rows where row.line < 0 { fatalError("a row in line \(row.line)") }
  let cells = table.rows.reduce(0) { $0 + $1.object.values.count }
  if cells > 64 + 16 * count { fatalError("\(cells) cells of \(count) bytes") }
  for error in table.complaints.listed where error.problem.isEmpty || error.remedy.isEmpty {
    fatalError("an error without a word")
  }
}

/// Lines are the same however the bytes arrive.
private func split(_ bytes: [UInt8]) {
  var whole = LineSplitter()
  whole.append(bytes)
  var parts = LineSplitter()
  var expected = 0
  while whole.nextLine() != nil { expected += 1 }
  var found = 0
  for byte in bytes {
    parts.append([byte])
    while parts.nextLine() != nil { found += 1 }
  }
  if expected != found { fatalError("\(expected) lines at once, \(found) byte by byte") }
}
