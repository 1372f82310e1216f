import Foundation
import LiveTables

/// `livetable diff`: compares the tables of two files.
struct DiffCommand {
  let options: DiffOptions
  var isColored = false
  /// A closure that reads a file, or standard input if the path is `-`, and that tests replace.
  var readFile: (String) throws(SystemError) -> [UInt8] = Self.readFile

  /// Reads a file, or standard input if the path is `-`.
  static func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    try path == "-" ? FileDescriptor.readAll(STDIN_FILENO) : FileDescriptor.readFile(path)
  }

  struct Result: Equatable {
    var output = ""
    var isEqual = false
    var complaints: [String] = []
    /// Whether the tables are not compared because there are invalid lines and `--lenient` is not set.
    var isRefused = false
  }

  /// Reads both files and compares their tables.
  ///
  /// - Throws: An error that names the file and the line or row if one of them is invalid.
  func result() throws(InputError) -> Result {
    var (tables, formats): ([InputTable], [InputFormat]) = ([], [])
    for path in [options.old, options.new] {
      let (table, format) = try table(of: path)
      tables.append(table)
      formats.append(format)
    }
    var complaints = tables.flatMap(\.complaints.texts)
    if !complaints.isEmpty, !options.layout.isLenient { return Result(complaints: complaints, isRefused: true) }
    if formats.contains(.json), formats[0] != formats[1] { tables = tables.map { $0.printed(among: tables) } }
    var maker = try RecordMaker(options.records, for: tables)
    // The report refers to rows by their identities.
    maker.mayLackIdentity = false
    let column = options.records.groupBy.map { RowColumn($0) }
    let old = try maker.records(of: &tables[0], keepsPartialRows: options.layout.isLenient)
    var new = try maker.records(of: &tables[1], keepsPartialRows: options.layout.isLenient)
    complaints = tables.flatMap(\.complaints.texts)
    if !complaints.isEmpty, !options.layout.isLenient { return Result(complaints: complaints, isRefused: true) }
    if !options.hasOrder { new = new.ordered(like: old, groupedBy: column) }
    // A patch refers to rows by their identities.
    for (rows, path) in [(old, options.old), (new, options.new)]
    where options.output == .patch && rows.hasRepeatedIdentities {
      throw InputError(
        source: path, problem: "several rows have the same identity, so a patch cannot refer to them",
        remedy: "use --id with columns that are unique")
    }
    let changeset = RecordTable(new, groupedBy: column).difference(from: RecordTable(old, groupedBy: column))
    if let reason = changeset.reload {
      throw InputError(
        source: "\(options.old) and \(options.new)", problem: "the tables cannot be compared, because \(reason)",
        remedy: "compare smaller parts of them")
    }
    let columns = options.output == .patch ? TablePatch.Columns(from: tables[0], to: tables[1]) : nil
    let report = DiffReport(changeset, headers: headers(of: tables), isColored: isColored)
    let output =
      switch options.output {
      case .json: DiffDocument(changeset, columns: changeset.isEmpty ? report.columns : ([], [])).text + "\n"
      case .text: report.text
      case .patch: TablePatch.text(changeset, identity: maker.identityNames, columns: columns)
      }
    let isEqual = changeset.isEmpty && columns == nil && report.hasSameColumns
    return Result(output: output, isEqual: isEqual, complaints: complaints)
  }

  private func table(of path: String) throws(InputError) -> (InputTable, InputFormat) {
    let text = try InputText(path: path, readFile).dropping(lines: options.layout.skip)
    var plan: ColumnPlan?
    // A patch applies to the whole file.
    let (table, format, _) = InputTable.reading(
      text, named: options.format ?? InputFormat(path: path), isGuess: options.format == nil, layout: options.layout,
      mayLackHeader: options.output != .patch, plan: &plan)
    return (table, format)
  }

  /// Returns the columns of both headers, except ignored columns, if both tables have a header.
  private func headers(of tables: [InputTable]) -> (old: [String], new: [String])? {
    var ignored = IgnoredColumns(names: options.records.ignored)
    let headers = tables.compactMap(\.header).map { columns in
      ignored.removed(from: JSONObject(columns: columns, values: columns.names.map { _ in .null })).columns.names
    }
    return headers.count == 2 ? (headers[0], headers[1]) : nil
  }
}

extension InputTable {
  /// The table with values as printed text, to compare it with a table whose format has only text.
  ///
  /// If a row of JSON lacks a column of the other table, the value is empty.
  fileprivate func printed(among tables: [InputTable]) -> InputTable {
    guard header == nil, let header = tables.lazy.compactMap(\.header).first else { return self }
    var table = self
    for index in rows.indices {
      let object = rows[index].object
      let missing = header.names.filter { object[$0] == nil }
      table.rows[index].object = JSONObject(
        columns: missing.isEmpty ? object.columns : ColumnNames(object.columns.names + missing),
        values: object.values.map { .string($0 == .null ? "" : $0.printed) } + missing.map { _ in .string("") })
    }
    return table
  }
}

extension TablePatch.Columns {
  /// Creates the columns of both headers, or returns `nil` if the headers are the same.
  fileprivate init?(from old: InputTable, to new: InputTable) {
    guard let before = old.header, let after = new.header, before != after else { return nil }
    (self.old, self.new) = (before.names, after.names)
  }
}

extension [Record] {
  /// Returns the rows in the order of other rows, beginning with the groups and rows that both tables contain.
  ///
  /// Among rows with the same identity, those with the same content are matched first.
  fileprivate func ordered(like others: [Record], groupedBy column: RowColumn?) -> [Record] {
    /// The index of the other row that each row is matched with.
    var matches = [Int?](repeating: nil, count: count)
    var isMatched = [Bool](repeating: false, count: others.count)
    func match<Key: Hashable>(by key: (Record) -> Key) {
      var unmatched: [Key: [Int]] = [:]
      for other in others.indices.reversed() where !isMatched[other] {
        unmatched[key(others[other]), default: []].append(other)
      }
      for index in indices where matches[index] == nil {
        guard let other = unmatched[key(self[index])]?.popLast() else { continue }
        matches[index] = other
        isMatched[other] = true
      }
    }
    if hasRepeatedIdentities || others.hasRepeatedIdentities { match { $0.content } }
    match { $0.identity }
    var groups: [Group: Int] = [:]
    for row in others {
      if let group = column.map({ Group(of: row, by: $0) }), groups[group] == nil { groups[group] = groups.count }
    }
    let keys = zip(self, matches).map { row, match in
      (group: column.flatMap { groups[Group(of: row, by: $0)] } ?? .max, match: match ?? .max)
    }
    // The sort is stable because the last part of the key is the index.
    return indices.sorted { (keys[$0].group, keys[$0].match, $0) < (keys[$1].group, keys[$1].match, $1) }.map {
      self[$0]
    }
  }

  fileprivate var hasRepeatedIdentities: Bool { Set(map(\.identity)).count < count }
}

extension Record {
  /// The identity and all values of the row.
  fileprivate var content: [ExactText] {
    [identity]
      + object.indicesSortedByKey.flatMap { index in
        [ExactText(object.columns.names[index]), ExactText(object.values[index].compact)]
      }
  }
}
