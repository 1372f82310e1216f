import Foundation
import LiveTables

@testable import livetable

/// Reads the bytes with the reader that the environment variable `READER` names, or with all readers.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for reader in chosen.map({ [$0] }) ?? Reader.allCases { reader.read(bytes) }
  return 0
}

private let chosen: Reader? = ProcessInfo.processInfo.environment["READER"].map { name in
  guard let reader = Reader(rawValue: name) else { fatalError("there is no reader “\(name)”") }
  return reader
}

/// The readers of the command-line tool.
private enum Reader: String, CaseIterable {
  case recording, patch, csv, json, stream, text, answer

  func read(_ bytes: [UInt8]) {
    switch self {
    case .recording: readRecording(bytes)
    case .patch: applyPatch(bytes)
    case .csv:
      let separator = bytes.last.map { Separator(byte: $0 & 0x7F) }
      readTables(bytes, [.csv, .tsv], [TextLayout(), TextLayout(separator: separator)])
    case .json: readTables(bytes, [.json], [TextLayout()])
    case .stream: readStream(bytes)
    case .text:
      split(bytes)
      let columns = bytes.first.map { Int($0 % 8) + 1 }
      readTables(
        bytes, [.columns], [TextLayout(), TextLayout(columns: columns, skip: 1, hasNoHeader: true)], isGuessed: true)
    case .answer: printAnswer(bytes)
    }
  }
}

// MARK: - Files and outputs

/// Reads a text in each format, twice, because the first text determines the plan of the columns.
private func readTables(
  _ bytes: [UInt8], _ formats: [InputFormat], _ layouts: [TextLayout], isGuessed: Bool = false
) {
  var complaints = Complaints()
  guard let text = try? InputText(source: "fuzz", bytes: bytes, withoutBadLines: &complaints) else { return }
  for layout in layouts {
    let text = text.dropping(lines: layout.skip)
    for format in formats {
      var plan: ColumnPlan?
      check(InputTable(text, format: format, layout: layout, plan: &plan), bytes.count)
      check(InputTable(text, format: format, layout: layout, plan: &plan), bytes.count)
      plan = nil
      check(
        InputTable.reading(text, named: format, isGuess: true, layout: layout, plan: &plan).table, bytes.count)
    }
    if !isGuessed { continue }
    var plan: ColumnPlan?
    check(InputTable.reading(text, named: nil, isGuess: false, layout: layout, plan: &plan).table, bytes.count)
  }
}

/// Checks that a table takes memory in proportion to its bytes, and that each complaint has a text.
private func check(_ table: InputTable, _ count: Int) {
  for row in table.rows where row.line < 0 { fatalError("a row in line \(row.line)") }
  let cells = table.rows.reduce(0) { $0 + $1.object.values.count }
  if cells > 64 + 16 * count { fatalError("\(cells) cells of \(count) bytes") }
  for error in table.complaints.listed where error.problem.isEmpty || error.remedy.isEmpty {
    fatalError("an error without a text")
  }
}

/// Checks that the bytes have the same number of lines whether they arrive at once or one by one.
private func split(_ bytes: [UInt8]) {
  var whole = LineSplitter()
  whole.append(bytes)
  var parts = LineSplitter()
  var (expected, found) = (0, 0)
  while whole.nextLine() != nil { expected += 1 }
  for byte in bytes {
    parts.append([byte])
    while parts.nextLine() != nil { found += 1 }
  }
  if expected != found { fatalError("\(expected) lines at once, \(found) byte by byte") }
}

/// Reads a stream in chunks; each byte below 8 ends a chunk.
private func readStream(_ bytes: [UInt8]) {
  var options = StreamOptions()
  if let first = bytes.first, first % 4 == 1 { options.last = 2 }
  var intake = StreamIntake(options, source: "fuzz", countLimit: 4, lineLimit: 256)
  var complaints = Complaints()
  for chunk in bytes.split(whereSeparator: { $0 < 8 }) { complaints.append(contentsOf: intake.take(chunk)) }
  complaints.append(contentsOf: intake.finish())
  while let table = intake.next() {
    if table.table.count > bytes.count { fatalError("\(table.table.count) rows of \(bytes.count) bytes") }
    if let last = options.last, table.table.count > last { fatalError("more rows than the last \(last)") }
  }
}

// MARK: - Recordings and patches

/// Reads the states of a recording, and checks that a history keeps each of them.
private func readRecording(_ bytes: [UInt8]) {
  var decoder = StateDecoder()
  var history = History()
  for line in bytes.split(separator: .lineFeed) where decoder.read(line) {
    let table = decoder.table
    if table.table.count > bytes.count { fatalError("\(table.table.count) rows of \(bytes.count) bytes") }
    guard history.append(table, at: decoder.time) != nil else { continue }
    guard let kept = history.state(history.numbers.upperBound - 1) else { fatalError("a state is lost") }
    if Array(kept.table) != Array(table.table) { fatalError("a state is kept as \(kept) instead of \(table)") }
  }
}

/// Applies a patch, which follows an empty line, to the text above it.
private func applyPatch(_ bytes: [UInt8]) {
  let gap = bytes.indices.first { bytes[$0...].starts(with: [.lineFeed, .lineFeed]) } ?? bytes.count
  let command = PatchCommand(options: PatchOptions(file: "file", patch: "patch")) { name throws(SystemError) in
    name == "file" ? Array(bytes[..<gap]) : Array(bytes[gap...])
  }
  guard let result = try? command.result() else { return }
  for problem in result.problems + result.complaints where problem.isEmpty { fatalError("a problem without a text") }
}

// MARK: - Databases

/// Checks that an answer prints no control characters; its first line has the names of the columns.
private func printAnswer(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: 0xFF).map { $0.split(separator: 0xFE).map { String(decoding: $0, as: UTF8.self) } }
  guard let names = lines.first, Set(names).count == names.count else { return }
  let columns = ColumnNames(names)
  let source = InputTable(source: "fuzz", header: columns)
  guard var maker = try? RecordMaker(RecordOptions(), for: [source]) else { return }
  maker.mayLackIdentity = true
  let records = lines.dropFirst().compactMap { fields in
    let values = columns.names.indices.map { fields.indices.contains($0) ? JSONValue.string(fields[$0]) : .null }
    return try? maker.record(
      of: InputRow(object: JSONObject(columns: columns, values: values), line: 0), number: nil, source: "fuzz")
  }
  let printer = TablePrinter(table: RecordTable(records, groupedBy: nil), columns: columns.names, isForTerminal: true)
  for format in PrintFormat.allCases {
    for scalar in printer.text(format).unicodeScalars
    where scalar.properties.generalCategory == .control && scalar != "\n" && !(scalar == "\t" && format == .tsv) {
      fatalError("U+\(String(scalar.value, radix: 16)) is sent as \(format)")
    }
  }
}
