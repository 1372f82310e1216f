/// An option of the tool, as it is written on the command line.
enum Option: String, CaseIterable {
  case columns = "--columns"
  case count = "--count"
  case differences = "--differences"
  case every = "--every"
  case exec = "--exec"
  case format = "--format"
  case groupBy = "--group-by"
  case help = "--help"
  case history = "--history"
  case id = "--id"
  case input = "--input"
  case mark = "--mark"
  case noHeader = "--no-header"
  case record = "--record"
  case search = "--search"
  case skip = "--skip"
  case sortBy = "--sort-by"
  case speed = "--speed"
  case version = "--version"

  /// What stands for the option's value in a help text, or `nil` where the option is a flag.
  var placeholder: String? {
    switch self {
    case .columns: "N|COLUMN,…"
    case .count, .skip: "N"
    case .every: "SECONDS"
    case .format: "text|json"
    case .groupBy: "COLUMN"
    case .differences, .exec, .help, .noHeader, .version: nil
    case .history: "SIZE|TIME"
    case .id: "COLUMN[,COLUMN…]"
    case .input: "csv|tsv|json|columns"
    case .mark: "SECONDS|forever"
    case .record: "FILE"
    case .search: "TEXT"
    case .sortBy: "COLUMN[:desc]"
    case .speed: "N"
    }
  }

  /// Whether the option stands on its own.
  var isFlag: Bool { placeholder == nil }

  /// The options that `watch` and others have in one letter.
  static let letters: [Character: Option] = ["d": .differences, "h": .help, "n": .every, "x": .exec]
}
