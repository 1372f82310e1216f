/// An option of the command line, in the order of the names.
enum Option: String, CaseIterable {
  case bell, bind, color, columns, count, differences, every, exec, explain, format
  case groupBy = "group-by"
  case help, highlight, history, id, ignore
  case ignoreOrder = "ignore-order"
  case input, last, lenient, mark
  case noHeader = "no-header"
  case noMouse = "no-mouse"
  case ok
  case onChange = "on-change"
  case once, publication, record, search, separator, skip
  case sortBy = "sort-by"
  case speed, theme, until
  case untilChange = "until-change"
  case version

  var name: String { "--" + rawValue }

  /// The placeholder for the option's value in the help, or `nil` if the option is a flag, and the description.
  private var help: (placeholder: String?, summary: String) {
    switch self {
    case .bell: (nil, "ring the bell at every change")
    case .bind: ("KEY:COMMAND", "run a command with a key: --bind 'k:kill {PID}'")
    case .color: (nil, "show the colors that the command prints")
    case .columns: ("COLUMN,…|N", "show only these columns; N: number of columns")
    case .count: ("N", "stop after N runs or tables")
    case .differences: (nil, "for compatibility; changes are always marked")
    case .every: ("SECONDS", "time between starts of the command; default: 2")
    case .exec: (nil, "run the command without a shell")
    case .explain: (nil, "print whether a LiveQuery could read only changes")
    case .format: ("FORMAT", "print ndjson; with --once also text, csv, tsv, json")
    case .groupBy: ("COLUMN", "group the rows in sections")
    case .help: (nil, "show what a command does, and its options")
    case .highlight: ("'COLUMN>VALUE'", "show matching values in red, as in --until")
    case .history: ("SIZE|TIME", "how many past states are kept; default: 100MB")
    case .id: ("COLUMN[,COLUMN…]", "columns that identify a row; default: unique ones")
    case .ignore: ("COLUMN[,COLUMN…]", "ignore changes in these columns")
    case .ignoreOrder: (nil, "ignore the order of rows")
    case .input: ("FORMAT", "read csv, tsv, json or columns; default: detected")
    case .last: ("N", "keep only the last N rows")
    case .lenient: (nil, "do not treat invalid lines as errors")
    case .mark: ("SECONDS|forever", "how long changes stay marked; default: 5")
    case .noHeader: (nil, "the first line is a row; columns are named 1, 2, …")
    case .noMouse: (nil, "leave the mouse to the terminal")
    case .ok: ("STATUS[,STATUS…]", "other exit statuses to accept, such as grep's 1")
    case .onChange: ("COMMAND", "run for every change, with changed rows as input")
    case .once: (nil, "print the table once, and exit")
    case .publication: ("NAME", "publication to use; default: any with the table")
    case .record: ("FILE", "append the states to a file, for livetable replay")
    case .search: ("TEXT", "show only matching rows: words, /a b/, RSS>100M")
    case .separator: ("C", "separator of fields, such as ';' or tab")
    case .skip: ("N", "skip the first N lines")
    case .sortBy: ("COLUMN[:desc],…", "sort by value: numbers, dates, versions, text")
    case .speed: ("N", "playback speed, such as 10; default: 1")
    case .theme: ("dark|light", "brightness of the background; default: detected")
    case .until: ("'COLUMN>VALUE'", "exit when a row matches: < <= > >= = != ~")
    case .untilChange: (nil, "exit at the first change")
    case .version: (nil, "print the version")
    }
  }

  var placeholder: String? { help.placeholder }

  var summary: String { help.summary }

  var isFlag: Bool { placeholder == nil }

  var mayRepeat: Bool { self == .bind || self == .highlight }

  var form: String { [name, placeholder].compactMap(\.self).joined(separator: " ") }

  var letter: Character? { Self.letters.first { $0.value == self }?.key }

  /// The options with a letter, most of which `watch` also has.
  static let letters: [Character: Option] = [
    "b": .bell, "c": .color, "d": .differences, "g": .untilChange, "h": .help, "n": .every, "x": .exec,
  ]
}
