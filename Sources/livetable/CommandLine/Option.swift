/// An option of the tool, as it is written on the command line.
enum Option: String, CaseIterable {
  case columns = "--columns"
  case count = "--count"
  case every = "--every"
  case format = "--format"
  case groupBy = "--group-by"
  case help = "--help"
  case id = "--id"
  case input = "--input"
  case noHeader = "--no-header"
  case search = "--search"
  case skip = "--skip"
  case sortBy = "--sort-by"
  case version = "--version"

  /// What stands for the option's value in a help text, or `nil` where the option is a flag.
  var placeholder: String? {
    switch self {
    case .columns, .count, .skip: "N"
    case .every: "SECONDS"
    case .format: "text|json"
    case .groupBy: "COLUMN"
    case .help, .noHeader, .version: nil
    case .id: "COLUMN[,COLUMN…]"
    case .input: "csv|ndjson|json"
    case .search: "TEXT"
    case .sortBy: "COLUMN[:desc]"
    }
  }

  /// Whether the option stands on its own.
  var isFlag: Bool { placeholder == nil }
}
