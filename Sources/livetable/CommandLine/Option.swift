/// An option on the command line.
enum Option: String, CaseIterable {
  case bell = "--bell"
  case bind = "--bind"
  case color = "--color"
  case columns = "--columns"
  case count = "--count"
  case differences = "--differences"
  case every = "--every"
  case exec = "--exec"
  case explain = "--explain"
  case format = "--format"
  case groupBy = "--group-by"
  case help = "--help"
  case highlight = "--highlight"
  case history = "--history"
  case id = "--id"
  case ignore = "--ignore"
  case ignoreOrder = "--ignore-order"
  case input = "--input"
  case last = "--last"
  case lenient = "--lenient"
  case mark = "--mark"
  case noHeader = "--no-header"
  case noMouse = "--no-mouse"
  case ok = "--ok"
  case onChange = "--on-change"
  case once = "--once"
  case publication = "--publication"
  case record = "--record"
  case search = "--search"
  case separator = "--separator"
  case skip = "--skip"
  case sortBy = "--sort-by"
  case speed = "--speed"
  case theme = "--theme"
  case until = "--until"
  case untilChange = "--until-change"
  case version = "--version"

  /// The placeholder for the option's value in the help, or `nil` if the option is a flag.
  var placeholder: String? {
    switch self {
    case .bind: "KEY:COMMAND"
    case .columns: "COLUMN,…|N"
    case .count, .last, .skip: "N"
    case .every: "SECONDS"
    case .format: "FORMAT"
    case .groupBy: "COLUMN"
    case .bell, .color, .differences, .exec, .explain, .help, .ignoreOrder, .lenient, .noHeader, .noMouse, .once,
      .untilChange, .version:
      nil
    case .history: "SIZE|TIME"
    case .id: "COLUMN[,COLUMN…]"
    case .ignore: "COLUMN[,COLUMN…]"
    case .input: "FORMAT"
    case .mark: "SECONDS|forever"
    case .ok: "STATUS[,STATUS…]"
    case .onChange: "COMMAND"
    case .publication: "NAME"
    case .record: "FILE"
    case .search: "TEXT"
    case .separator: "C"
    case .sortBy: "COLUMN[:desc],…"
    case .speed: "N"
    case .theme: "dark|light"
    case .highlight, .until: "'COLUMN>VALUE'"
    }
  }

  /// The description in the help.
  var summary: String {
    switch self {
    case .bell: "sound the bell at every change"
    case .bind: "run a command with a key: --bind 'k:kill {PID}'"
    case .color: "show the colours that the command prints"
    case .columns: "show only these, also a.b; N: number of columns"
    case .count: "stop after N runs or tables"
    case .differences: "for compatibility; changes are always marked"
    case .every: "time from one start to the next; default: 2"
    case .exec: "never run a shell"
    case .explain: "print whether a LiveQuery reads only changes"
    case .format: "ndjson; with --once also text, csv, tsv, json"
    case .groupBy: "group the rows in sections"
    case .help: "show what a command does, and its options"
    case .highlight: "show matching values in red, as in --until"
    case .history: "limit of the stored past states; default: 100MB"
    case .id: "columns that identify a row; default: unique ones"
    case .ignore: "ignore changes in these columns"
    case .ignoreOrder: "ignore the order of rows"
    case .input: "csv, tsv, json or columns; default: recognized"
    case .last: "keep only the last N rows"
    case .lenient: "do not treat invalid lines as errors"
    case .mark: "how long rows are marked; default: 5"
    case .noHeader: "read the first line as a row; columns are 1, 2, …"
    case .noMouse: "leave the mouse to the terminal"
    case .ok: "other exit statuses to accept, such as grep's 1"
    case .onChange: "run for every change, with changed rows as input"
    case .once: "print the table once, and exit"
    case .publication: "publication; default: any that has the table"
    case .record: "append the states to a file, for livetable replay"
    case .search: "show only matching rows: words, /a b/, RSS>100M"
    case .separator: "character between fields: ';', '|', tab"
    case .skip: "leave out the first N lines"
    case .sortBy: "sort by value: numbers, dates, versions, text"
    case .speed: "playback speed, such as 10; default: 1"
    case .theme: "background; default: that of the terminal"
    case .until: "exit when a row matches: < <= > >= = != ~"
    case .untilChange: "exit at the first change"
    case .version: "print the version"
    }
  }

  var isFlag: Bool { placeholder == nil }

  /// Whether the option may appear several times.
  var mayRepeat: Bool { self == .bind || self == .highlight }

  var form: String { [rawValue, placeholder].compactMap(\.self).joined(separator: " ") }

  /// The option's letter, if it has one.
  var letter: Character? { Self.letters.first { $0.value == self }?.key }

  /// The options with a letter, most of which are those of `watch`.
  static let letters: [Character: Option] = [
    "b": .bell, "c": .color, "d": .differences, "g": .untilChange, "h": .help, "n": .every, "x": .exec,
  ]
}
