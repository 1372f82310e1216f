/// An option of the tool, as it is written on the command line.
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

  /// What stands for the option's value in a help text, or `nil` where the option is a flag.
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

  /// What the option does, in the line of a help text.
  var summary: String {
    switch self {
    case .bell: "ring the terminal's bell at every change"
    case .bind: "a key runs a command: --bind 'k:kill {PID}'"
    case .color: "show the colours that the command prints"
    case .columns: "only these columns, also a.b; N: how many"
    case .count: "stop after N runs or tables"
    case .differences: "as always: what has changed is marked"
    case .every: "from one start to the next; by default 2"
    case .exec: "never run a shell"
    case .explain: "print whether a live query reads changes alone"
    case .format: "ndjson; with --once also text, csv, tsv, json"
    case .groupBy: "rows in sections"
    case .help: "what a command does, and its options"
    case .highlight: "show such values in red, as --until has them"
    case .history: "how much of the past is kept; by default 100MB"
    case .id: "what identifies a row; by default unique columns"
    case .ignore: "a change of these columns alone is none"
    case .ignoreOrder: "the order of rows does not count"
    case .input: "csv, tsv, json or columns; by default found out"
    case .last: "keep the last N rows"
    case .lenient: "keep what could be read of invalid lines"
    case .mark: "how long rows are marked; by default 5"
    case .noHeader: "the first line is a row; columns are 1, 2, …"
    case .noMouse: "leave the mouse to the terminal"
    case .ok: "a run may also end with these, as grep's 1"
    case .onChange: "run it at every change; it reads changed rows"
    case .once: "print the table once, and end"
    case .publication: "the publication; by default any that has the table"
    case .record: "append the states to a file, for livetable replay"
    case .search: "only rows that have it: words, /a b/, RSS>100M"
    case .separator: "what is between fields: ';', '|', tab"
    case .skip: "leave out the first N lines"
    case .sortBy: "by value: numbers, dates, versions, text"
    case .speed: "how many times as fast; by default 1"
    case .theme: "the background; by default the terminal says it"
    case .until: "end when a row has it: < <= > >= = != ~"
    case .untilChange: "end at the first change"
    case .version: "the version of the tool"
    }
  }

  /// Whether the option stands on its own.
  var isFlag: Bool { placeholder == nil }

  /// Whether it may be there several times.
  var mayRepeat: Bool { self == .bind || self == .highlight }

  var form: String { [rawValue, placeholder].compactMap(\.self).joined(separator: " ") }

  /// The letter that `watch` and others have for it.
  var letter: Character? { Self.letters.first { $0.value == self }?.key }

  /// The options that `watch` and others have in one letter.
  static let letters: [Character: Option] = [
    "b": .bell, "c": .color, "d": .differences, "g": .untilChange, "h": .help, "n": .every, "x": .exec,
  ]
}
