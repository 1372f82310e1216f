/// Reads bytes in every format: whatever they are, that is a table or an error, and says the same again.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  split(bytes)
  guard let text = try? InputText(source: "fuzz", bytes: bytes) else { return 0 }
  let layout = TextLayout(columns: bytes.first.map { Int($0 % 8) + 1 }, skip: 1, hasHeader: false)
  for layout in [TextLayout(), layout] {
    let text = text.dropping(lines: layout.skip)
    for format in [InputFormat.json, .csv, .tsv, .columns, InputFormat(of: text, layout: layout)] {
      do {
        var plan: ColumnPlan?
        let table = try InputTable(text, format: format, layout: layout, plan: &plan)
        for row in table.rows where row.line < 0 { fatalError("a row in line \(row.line)") }
      } catch {
        if "\(error)".isEmpty { fatalError("an error without a word") }
      }
    }
  }
  return 0
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
