import Foundation
import LiveTables

/// `livetable diff`: compares the tables of two files.
struct DiffCommand {
  /// What the command line says.
  let options: DiffOptions
  /// Whether lines have colours.
  var isColored = false
  /// Reads a file, standard input where the path is `-`; tests have other ones.
  var readFile: (String) throws(SystemError) -> [UInt8] = Self.readFile

  /// Reads a file, standard input where the path is `-`.
  static func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    try path == "-" ? FileDescriptor.readAll(STDIN_FILENO) : FileDescriptor.readFile(path)
  }

  /// What is printed, and whether the tables are equal.
  struct Result: Equatable {
    var output: String
    var isEqual: Bool
  }

  /// Reads both files and compares their tables.
  ///
  /// - Throws: An error that names the file and the line or row, where one of them is invalid.
  func result() throws(InputError) -> Result {
    let tables = [try table(of: options.old), try table(of: options.new)]
    var maker = try RecordMaker(options.records, for: tables)
    // A difference says which row it is about.
    maker.mayLackIdentity = false
    let column = options.records.groupBy.map { RowColumn($0) }
    let old = try maker.records(of: tables[0])
    var new = try maker.records(of: tables[1])
    if !options.hasOrder { new = new.ordered(like: old, groupedBy: column) }
    if options.output == .patch { try checkIdentities([old, new]) }
    let changeset = RecordTable(new, groupedBy: column).difference(from: RecordTable(old, groupedBy: column))
    if let reason = changeset.reload {
      throw InputError(
        source: "\(options.old) and \(options.new)", problem: "the tables cannot be compared, because \(reason)",
        remedy: "compare smaller parts of them")
    }
    let columns = options.output == .patch ? TablePatch.Columns(from: tables[0], to: tables[1]) : nil
    let output =
      switch options.output {
      case .json: DiffDocument(changeset).text + "\n"
      case .text: DiffReport(changeset, isColored: isColored).text
      case .patch: TablePatch.text(changeset, identity: maker.identityNames, columns: columns)
      }
    return Result(output: output, isEqual: changeset.isEmpty && columns == nil)
  }

  private func table(of path: String) throws(InputError) -> InputTable {
    var layout = options.layout
    let text = try InputText(path: path, readFile).dropping(lines: layout.skip)
    let named = options.format ?? InputFormat(path: path)
    let format = named ?? InputFormat(of: text, layout: layout)
    // A patch is made to a file as it is.
    if named == nil, options.output != .patch { layout = layout.settled(for: text, in: format) }
    var plan: ColumnPlan?
    return try InputTable(text, format: format, layout: layout, plan: &plan)
  }

  /// Checks that a patch would say which rows it means.
  private func checkIdentities(_ tables: [[Record]]) throws(InputError) {
    for (rows, path) in zip(tables, [options.old, options.new])
    where rows.hasRepeatedIdentities {
      throw InputError(
        source: path, problem: "several rows have the same identity, so a patch cannot name them",
        remedy: "name columns that are unique with --id")
    }
  }
}

extension TablePatch.Columns {
  /// The columns of two tables with headers, or `nil` where they are the same.
  fileprivate init?(from old: InputTable, to new: InputTable) {
    guard let before = old.header, let after = new.header, before != after else { return nil }
    (self.old, self.new) = (before.names, after.names)
  }
}

extension [Record] {
  /// The rows in the order of others: groups and rows that both have, then the rest.
  ///
  /// Of several rows with one identity, those pair first that are the same.
  fileprivate func ordered(like others: [Record], groupedBy column: RowColumn?) -> [Record] {
    var places = [Int?](repeating: nil, count: count)
    var isTaken = [Bool](repeating: false, count: others.count)
    func pair<Key: Hashable>(by key: (Record) -> Key) {
      var free: [Key: [Int]] = [:]
      for place in others.indices.reversed() where !isTaken[place] {
        free[key(others[place]), default: []].append(place)
      }
      for index in indices where places[index] == nil {
        guard let place = free[key(self[index])]?.popLast() else { continue }
        places[index] = place
        isTaken[place] = true
      }
    }
    if hasRepeatedIdentities || others.hasRepeatedIdentities { pair { $0.content } }
    pair { $0.identity }
    var groups: [Group: Int] = [:]
    for row in others {
      if let group = column.map({ Group(of: row, by: $0) }), groups[group] == nil { groups[group] = groups.count }
    }
    let keys = zip(self, places).map { row, place in
      (group: column.flatMap { groups[Group(of: row, by: $0)] } ?? .max, place: place ?? .max)
    }
    // The sort is stable.
    return indices.sorted { (keys[$0].group, keys[$0].place, $0) < (keys[$1].group, keys[$1].place, $1) }.map {
      self[$0]
    }
  }

  fileprivate var hasRepeatedIdentities: Bool { Set(map(\.identity)).count < count }
}

extension Record {
  /// The identity and all values: rows with the same are the same.
  fileprivate var content: [ExactText] {
    [identity]
      + object.positionsSortedByKey.flatMap { position in
        [ExactText(object.columns.names[position]), ExactText(object.values[position].compact)]
      }
  }
}
