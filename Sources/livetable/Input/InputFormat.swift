/// How rows are written in a file or in a command's output.
enum InputFormat: Equatable {
  /// One array of objects.
  case json
  /// One object on each line.
  case ndjson
  /// Comma-separated values below a header line.
  case csv
  /// Columns that white space separates, as most commands print them.
  case columns(ColumnLayout)

  /// The format that a file's extension stands for.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "csv": self = .csv
    default: return nil
    }
  }
}

extension InputTable {
  /// Reads a text in a format.
  init(_ text: InputText, format: InputFormat) throws(InputError) {
    switch format {
    case .json: try self.init(json: text)
    case .ndjson: try self.init(ndjson: text)
    case .csv: try self.init(csv: text)
    case .columns(let layout): try self.init(columnsOf: text, layout: layout)
    }
  }
}
