import LiveTables

/// `livetable diff`: compares the tables of two files.
struct DiffCommand {
  /// What the command line says.
  let options: DiffOptions
  /// Reads a file, standard input where the path is `-`; tests have other ones.
  var readFile: (String) throws(SystemError) -> [UInt8] = { path throws(SystemError) in
    try FileDescriptor.readFile(path == "-" ? "/dev/stdin" : path)
  }

  /// What is printed, and whether the tables are equal.
  struct Result: Equatable {
    var output: String
    var isEqual: Bool
  }

  /// Reads both files and compares their tables.
  ///
  /// - Throws: An error that names the file and the line or row, where one of them is no use.
  func result() throws(InputError) -> Result {
    let tables = [try table(of: options.old), try table(of: options.new)]
    var maker = try RecordMaker(options.records, for: tables)
    let column = options.records.groupBy.map { RowColumn($0) }
    let old = RecordTable(try maker.records(of: tables[0]), groupedBy: column)
    let new = RecordTable(try maker.records(of: tables[1]), groupedBy: column)
    let changeset = new.difference(from: old)
    if let reason = changeset.reload {
      throw InputError(
        source: "\(options.old) and \(options.new)", problem: "the tables cannot be compared, because \(reason)",
        remedy: "compare smaller parts of them")
    }
    switch options.output {
    case .json: return Result(output: DiffDocument(changeset).text + "\n", isEqual: changeset.isEmpty)
    case .text: return Result(output: DiffReport(changeset).text, isEqual: changeset.isEmpty)
    }
  }

  private func table(of path: String) throws(InputError) -> InputTable {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path)
    } catch {
      throw InputError(source: path, problem: "it could not be read (\(error))", remedy: "check the path")
    }
    let text = try InputText(source: path, bytes: bytes)
    var plan: ColumnPlan?
    return try InputTable(text, format: options.format ?? InputFormat(path: path) ?? InputFormat(of: text), plan: &plan)
  }
}
